-- What is still to be done, of every kind: one table in place of outbox, of the search for open tasks, and of the schema
-- of pg-boss. An event is deleted in the transaction of what it causes, a task when it has ended; a schedule stays and
-- moves on to its next time.
CREATE TABLE work (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lane text NOT NULL CHECK (lane IN ('alert', 'event', 'task', 'schedule')),
  name text NOT NULL,                         -- of the event or schedule, the kind of the task
  input jsonb NOT NULL,                       -- payload of the event; { taskId }; {}
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,                -- not before this; moves on after a failed try
  attempts int NOT NULL DEFAULT 0,            -- failed tries since it last went well
  error text                                  -- of the last failed try
);
CREATE INDEX work_lane ON work (lane, id);
CREATE UNIQUE INDEX work_schedule ON work (name) WHERE lane = 'schedule';

INSERT INTO work (lane, name, input, created_at, due_at, attempts)
SELECT CASE WHEN name LIKE 'alert%' THEN 'alert' ELSE 'event' END, name, payload, created_at, next_at, attempts
FROM outbox ORDER BY id;
INSERT INTO work (lane, name, input, created_at, due_at)
SELECT 'task', kind, jsonb_build_object('taskId', id), created_at, created_at
FROM task WHERE state IN ('queued', 'running') ORDER BY id;

DROP TABLE outbox;
DROP SCHEMA IF EXISTS jobs CASCADE;
