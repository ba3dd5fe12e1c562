-- The id that the caller's runtime gave to the tool call, where it said one: it leads from a change to the turn of the model
-- that made it.
ALTER TABLE audit_log ADD COLUMN tool_call_id text;
