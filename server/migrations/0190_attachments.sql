-- Files that devices hand in, in pieces: logs, and static files such as observations.
CREATE TABLE attachment (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('static', 'log')),
  name text NOT NULL,
  size int NOT NULL,
  received int NOT NULL DEFAULT 0,             -- bytes from the beginning without a gap
  started_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,             -- when the newest piece came
  completed_at timestamptz,
  analysis jsonb                               -- of a whole one: what was found in it
);
CREATE INDEX attachment_device ON attachment (device_id, id);
-- One upload of a name at a time; whole files of a name may be many.
CREATE UNIQUE INDEX attachment_under_way ON attachment (device_id, kind, name) WHERE completed_at IS NULL;
CREATE TABLE attachment_piece (
  attachment_id int NOT NULL REFERENCES attachment ON DELETE CASCADE,
  position int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (attachment_id, position)
);
