-- Readings that cannot be stored yet and may be later: ahead of the server's clock, or of a channel that the device does
-- not have. Kept as they were sent until the clock or the channels have caught up.
CREATE TABLE held_reading (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL,
  channel text NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('readingInFuture', 'readingChannelUnknown')),
  raw json NOT NULL,
  UNIQUE (device_id, channel, at)
);
CREATE INDEX held_reading_received ON held_reading (received_at);
