-- Every change of a task checks every constraint of its row, also where a blocker only changes its open_blockers. To count the
-- characters of a long description Postgres has to fetch and unpack it; how many bytes it has stands in the row. 10,000 code points
-- have 40,000 bytes at most. The service counts code points itself.
ALTER TABLE tasks DROP CONSTRAINT tasks_description,
  ADD CONSTRAINT tasks_description CHECK (octet_length(description) <= 40000);
