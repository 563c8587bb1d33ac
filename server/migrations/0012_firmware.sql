-- Firmware and the upgrades of devices to it (docs/decisions/0025).

CREATE TABLE firmware (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int REFERENCES corporation ON DELETE CASCADE,  -- NULL = of the installation, for every corporation
  type text NOT NULL,                         -- model code or series of the devices that it is for
  version text NOT NULL CHECK (version ~ '^\d+\.\d+\.\d+\.\d+$'),
  note text NOT NULL,                         -- last part of the file name
  name text NOT NULL,                         -- of the file, as it was brought
  notice text NOT NULL DEFAULT '',
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX firmware_version ON firmware (coalesce(corporation_id, 0), lower(type), version);

CREATE TABLE firmware_upgrade (               -- one try to bring one device to one version; a retry is another row
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  firmware_id int REFERENCES firmware ON DELETE SET NULL,       -- NULL = deleted since; type and version stay
  type text NOT NULL,
  version text NOT NULL,
  from_version text NOT NULL,                 -- what the device ran; '' = it had not said
  state text NOT NULL DEFAULT 'inProgress' CHECK (state IN ('inProgress', 'success', 'fail', 'cancelled')),
  phase text NOT NULL DEFAULT 'waiting' CHECK (phase IN ('waiting', 'sent', 'downloading', 'installing')),
  percent int,                                -- of the phase, where the device says it
  reason text,                                -- why it failed
  said text NOT NULL DEFAULT '',              -- what the device said to that
  attempt int NOT NULL DEFAULT 1,
  command_id uuid NOT NULL,                   -- the device answers with it
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,                -- failed when nothing is heard until then
  sent_at timestamptz,                        -- last sent
  began_at timestamptz,                       -- first answer or first byte fetched: no cancelling any more
  heard_at timestamptz,
  ended_at timestamptz,
  CHECK ((state = 'inProgress') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX firmware_upgrade_open ON firmware_upgrade (device_id) WHERE state = 'inProgress';
CREATE UNIQUE INDEX firmware_upgrade_command ON firmware_upgrade (command_id);
CREATE INDEX firmware_upgrade_device ON firmware_upgrade (device_id, id DESC);
CREATE INDEX firmware_upgrade_firmware ON firmware_upgrade (firmware_id) WHERE firmware_id IS NOT NULL;
CREATE INDEX firmware_upgrade_due ON firmware_upgrade (due_at) WHERE state = 'inProgress';
