-- Feeds that ask a service over HTTP, or a database; how their rounds went; and what is asked for once more.
ALTER TABLE feed DROP CONSTRAINT feed_kind_check;
ALTER TABLE feed ADD CONSTRAINT feed_kind_check
  CHECK (kind IN ('webhook', 'broker', 'externalBroker', 'folder', 'edge', 'ftp', 'mailbox', 'http', 'sql'));
ALTER TABLE feed_cursor ADD requested_at timestamptz; -- when somebody last asked for what lies before: its round begins at once
CREATE TABLE feed_round (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  at timestamptz NOT NULL,
  duration_ms int NOT NULL,
  is_back boolean NOT NULL,
  from_text text NOT NULL,                     -- as the source counts: a time or a number
  to_text text NOT NULL,
  messages int NOT NULL,
  stored int NOT NULL,
  unchanged int NOT NULL,
  refused int NOT NULL,
  unknown int NOT NULL,
  fault text NOT NULL                          -- '' = it came to its end
);
CREATE INDEX feed_round_feed ON feed_round (feed_id, id);
