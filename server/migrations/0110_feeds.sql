-- Feeds: where messages of many devices come in that speak the words of somebody else.
CREATE TABLE feed (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('webhook', 'broker', 'externalBroker', 'folder')),
  name text NOT NULL,
  enabled boolean NOT NULL,
  settings jsonb NOT NULL,                     -- {wrapping, place, timeZone, host, port, tls, userName, topics}
  key text NOT NULL UNIQUE,                    -- by which its sender names it
  secret_hash bytea,                           -- what its sender shows; NULL = a folder or another broker
  sealed text,                                 -- what we show to another broker
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (corporation_id, name)
);
CREATE TABLE feed_state (
  feed_id int PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
  connected boolean,
  last_at timestamptz,
  received bigint NOT NULL DEFAULT 0,
  stored bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  last_fault text,
  last_fault_detail text NOT NULL DEFAULT '',
  last_fault_at timestamptz
);
CREATE TABLE feed_device (
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  source text NOT NULL,                        -- in lower case
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  format jsonb,                                -- NULL = the model's
  PRIMARY KEY (feed_id, source)
);
CREATE INDEX feed_device_device ON feed_device (device_id);
-- Who sends and is no device yet, bounded by feed.
CREATE TABLE feed_unknown (
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  source text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times int NOT NULL,
  frames jsonb NOT NULL,                       -- the newest first: [{at, topic, text, hex}]
  PRIMARY KEY (feed_id, source)
);
CREATE INDEX feed_unknown_last ON feed_unknown (feed_id, last_at DESC);
