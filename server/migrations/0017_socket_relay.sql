-- Live messages between processes that are too long for a notification (8,000 bytes) go by this table; each process
-- deletes what is older than half a minute. Unlogged: what a crash loses here, pages fetch again.
CREATE UNLOGGED TABLE socket_io_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload bytea NOT NULL
);
CREATE INDEX socket_io_attachments_age ON socket_io_attachments (created_at);
