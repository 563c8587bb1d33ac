-- When a message without a time of its own came first, for as long as its sender may send it again.
CREATE TABLE feed_receipt (
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  sending text NOT NULL,                       -- by what its sender would send it again: client and packet, key, or the content
  hash bytea NOT NULL,                         -- of topic and content
  at timestamptz NOT NULL,
  PRIMARY KEY (feed_id, sending)
);
CREATE INDEX feed_receipt_at ON feed_receipt (feed_id, at DESC);
