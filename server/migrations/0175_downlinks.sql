-- Where a device behind a feed is reached for commands, as its newest message said; and what networks call what was sent down.
CREATE TABLE downlink_route (
  device_id int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  address jsonb NOT NULL
);
CREATE INDEX downlink_route_feed ON downlink_route (feed_id);
CREATE TABLE downlink_item (
  feed_id int NOT NULL REFERENCES feed ON DELETE CASCADE,
  item text NOT NULL,
  command_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (feed_id, item)
);
