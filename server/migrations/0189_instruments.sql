-- What instruments keep in themselves, as they said last, and what was asked of them last.
CREATE TABLE instrument_part (
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  part text NOT NULL,                          -- ports, server, calibrations, clock, history
  value jsonb,                                 -- as the device said; null = never
  reported_at timestamptz,
  act text NOT NULL,                           -- read, write, delete, history
  wanted jsonb,
  by_name text NOT NULL,
  command_id uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  answered_at timestamptz,
  ok boolean,
  answer text NOT NULL DEFAULT '',
  PRIMARY KEY (device_id, part)
);
CREATE INDEX instrument_part_command ON instrument_part (command_id);
