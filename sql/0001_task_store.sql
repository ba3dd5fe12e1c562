-- Every key and every WHERE starts with `list`, the distribution column. There are no triggers, functions, extensions or
-- foreign keys: what must hold between rows holds because one guarded statement writes them together.
-- Columns that hold times keep whole milliseconds, so that a time reads back as it was answered.

-- The head of each list. A write moves `version` on by one for each audit row, and only from the version it was decided on.
CREATE TABLE lists (
  list         text           NOT NULL,
  version      integer        NOT NULL,
  next_number  integer        NOT NULL,
  pending      integer        NOT NULL,
  in_progress  integer        NOT NULL,
  blocked      integer        NOT NULL,
  done         integer        NOT NULL,
  cancelled    integer        NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  CONSTRAINT lists_pkey PRIMARY KEY (list),
  CONSTRAINT lists_name CHECK (list ~ '^[a-z0-9][a-z0-9._-]{0,99}$'),
  CONSTRAINT lists_version CHECK (version >= 0),
  CONSTRAINT lists_next_number CHECK (next_number BETWEEN 1 AND 1000000000),
  CONSTRAINT lists_counts CHECK (pending >= 0 AND in_progress >= 0 AND blocked >= 0 AND done >= 0 AND cancelled >= 0)
) WITH (fillfactor = 50); -- the head is rewritten with every batch: room on the page keeps the update in place

CREATE TABLE tasks (
  list           text           NOT NULL,
  number         integer        NOT NULL,
  version        integer        NOT NULL,
  status         text           NOT NULL,
  subject        text           NOT NULL,
  description    text,
  priority       smallint       NOT NULL, -- 0 urgent, 1 high, 2 normal, 3 low: sorts as it reads
  owner          text,
  labels         jsonb          NOT NULL,
  open_blockers  integer        NOT NULL, -- how many of its blockers are open; kept by the append that opens or closes one
  created_at     timestamptz(3) NOT NULL,
  created_by     text           NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  updated_by     text           NOT NULL,
  completed_at   timestamptz(3),
  deleted_at     timestamptz(3),
  CONSTRAINT tasks_pkey PRIMARY KEY (list, number),
  CONSTRAINT tasks_number CHECK (number BETWEEN 1 AND 999999999),
  CONSTRAINT tasks_version CHECK (version >= 1),
  CONSTRAINT tasks_status CHECK (status IN ('pending', 'in_progress', 'blocked', 'done', 'cancelled')),
  CONSTRAINT tasks_subject CHECK (char_length(subject) BETWEEN 1 AND 200),
  CONSTRAINT tasks_description CHECK (char_length(description) <= 10000),
  CONSTRAINT tasks_priority CHECK (priority BETWEEN 0 AND 3),
  CONSTRAINT tasks_owner CHECK (char_length(owner) BETWEEN 1 AND 100),
  CONSTRAINT tasks_labels CHECK (jsonb_typeof(labels) = 'array' AND jsonb_array_length(labels) <= 20),
  CONSTRAINT tasks_open_blockers CHECK (open_blockers >= 0),
  CONSTRAINT tasks_completed CHECK ((completed_at IS NOT NULL) = (status = 'done'))
);

-- What can start now: this predicate is what "ready" means, here and in src/domain/task.ts.
CREATE INDEX tasks_ready ON tasks (list, priority, number)
  WHERE status = 'pending' AND open_blockers = 0 AND deleted_at IS NULL;

-- The open tasks, which are few beside the closed ones of an old list, by priority and then by age.
CREATE INDEX tasks_open ON tasks (list, priority, number)
  WHERE status IN ('pending', 'in_progress', 'blocked') AND deleted_at IS NULL;

-- `number` waits for `blocker`.
CREATE TABLE dependencies (
  list     text    NOT NULL,
  number   integer NOT NULL,
  blocker  integer NOT NULL,
  CONSTRAINT dependencies_pkey PRIMARY KEY (list, number, blocker),
  CONSTRAINT dependencies_not_self CHECK (number <> blocker)
);

CREATE INDEX dependencies_blocker ON dependencies (list, blocker, number);

-- Append-only: one row for each change of a task, in the order of the list versions, without gaps.
-- `changes` is json, not jsonb, so that values read back byte for byte as they were written.
CREATE TABLE audit_log (
  list          text           NOT NULL,
  version       integer        NOT NULL,
  number        integer        NOT NULL,
  task_version  integer        NOT NULL,
  action        text           NOT NULL,
  changes       json           NOT NULL,
  reason        text,
  principal     text           NOT NULL,
  agent         text,
  session       text,
  tool          text           NOT NULL,
  request_id    text           NOT NULL,
  commit_id     uuid           NOT NULL, -- the append that wrote the row: tells whether a write whose answer was lost did land
  at            timestamptz(3) NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (list, version),
  CONSTRAINT audit_log_task_version UNIQUE (list, number, task_version),
  CONSTRAINT audit_log_action CHECK (action IN ('create', 'update', 'reopen', 'delete', 'restore'))
);

-- The answer of each write that named a key. `version` is the list version of its audit row, 0 when it changed nothing.
CREATE TABLE idempotency_keys (
  list         text           NOT NULL,
  principal    text           NOT NULL,
  tool         text           NOT NULL,
  key          text           NOT NULL,
  fingerprint  text           NOT NULL,
  value        json           NOT NULL,
  version      integer        NOT NULL,
  number       integer        NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (list, principal, tool, key)
);

-- The sweeper takes away what expired.
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
