-- What devices are asked and what they answered, for half an hour; low voltage with a memory (docs/decisions/0026).

CREATE TABLE device_command (                 -- a command to a device: the queue, and the state that is shown
  id uuid PRIMARY KEY,                        -- the device answers with it
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  message jsonb NOT NULL,                     -- as the device hears it
  by_name text NOT NULL DEFAULT '',           -- who asked; empty = a plan
  asked_at timestamptz NOT NULL,
  sent_at timestamptz,                        -- last; NULL = it waits for its device
  answered_at timestamptz,
  answer text
);
CREATE INDEX device_command_device ON device_command (device_id, asked_at DESC);
CREATE INDEX device_command_asked ON device_command (asked_at);

ALTER TABLE device_state
  ADD COLUMN polled_at timestamptz,           -- when it last asked for its commands over HTTP
  ADD COLUMN low_voltage boolean NOT NULL DEFAULT false; -- it stays so until the voltage is well above the threshold
