-- Devices that dial in: how each is read, how its connection goes, and who dialled in that nobody knows.
CREATE TABLE dial_in (
  device_id int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  setup jsonb NOT NULL,
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE TABLE dial_in_state (
  device_id int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  address text,
  connected_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  last_byte_at timestamptz,
  round jsonb,                                 -- {at, endedAt, cause, reads}: the newest
  waiting int NOT NULL DEFAULT 0,
  lost int NOT NULL DEFAULT 0,
  refused int NOT NULL DEFAULT 0
);
CREATE TABLE dial_in_unknown (
  bytes text PRIMARY KEY,                      -- in hexadecimal, as it was said
  register text,
  address text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  times int NOT NULL
);
CREATE INDEX dial_in_unknown_last ON dial_in_unknown (last_at);
