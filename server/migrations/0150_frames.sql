-- What passes over links while somebody records it.
CREATE TABLE frame_recording (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int UNIQUE REFERENCES device ON DELETE CASCADE,
  feed_id int UNIQUE REFERENCES feed ON DELETE CASCADE,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE, -- of who records: a device that goes to another takes nothing along
  started_at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  by_name text NOT NULL,
  CHECK ((device_id IS NULL) <> (feed_id IS NULL))
);
CREATE INDEX frame_recording_until ON frame_recording (until_at);
-- Bounded by device and feed; those of an ended recording are deleted after two days.
CREATE TABLE frame (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int REFERENCES device ON DELETE CASCADE,
  feed_id int REFERENCES feed ON DELETE CASCADE,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE, -- whose it was when it passed: nobody else is shown it
  at timestamptz NOT NULL,
  content jsonb NOT NULL                       -- a frame of the contract, without id and at
);
CREATE INDEX frame_device ON frame (device_id, id) WHERE device_id IS NOT NULL;
CREATE INDEX frame_feed ON frame (feed_id, id) WHERE feed_id IS NOT NULL;
CREATE INDEX frame_corporation ON frame (corporation_id);
CREATE INDEX frame_recording_corporation ON frame_recording (corporation_id);
CREATE INDEX frame_at ON frame (at);
