-- What stands in the field: gateways that live, health of channels and devices, collect plans, firmware
-- (docs/decisions/0023).

CREATE TABLE gateway_lease (                  -- a gateway process that lives; one that stops beating is taken for dead
  id uuid PRIMARY KEY,
  opened_at timestamptz NOT NULL,             -- since when it takes readings, by the server's clock
  beat_at timestamptz NOT NULL                -- by the database's clock: processes may disagree about the time
);

ALTER TABLE device_state
  ADD COLUMN lease uuid,                      -- the gateway that holds the connection
  ADD COLUMN health text NOT NULL DEFAULT 'normal',
  ADD COLUMN health_since timestamptz;
CREATE INDEX device_state_lease ON device_state (lease) WHERE lease IS NOT NULL;

CREATE TABLE point_health (                   -- how the channel of a point stands; written when it changes
  point_id int PRIMARY KEY,
  device_id int NOT NULL,
  channel text NOT NULL,
  status text NOT NULL,
  since timestamptz NOT NULL,                 -- of the status
  missed int NOT NULL,
  overdue_at timestamptz,                     -- since when people are told; NULL = they are not
  expected_at timestamptz,                    -- when the next reading is, or was, due
  broken_nodes int[] NOT NULL DEFAULT '{}',
  repeats int NOT NULL DEFAULT 0,             -- identical samples in a row ...
  repeat_key text NOT NULL DEFAULT '',        -- ... a digest of them ...
  counted_at timestamptz,                     -- ... up to the reading of this time
  seen_at timestamptz                         -- when the newest reading that was looked at arrived
) WITH (fillfactor = 70);
CREATE INDEX point_health_device ON point_health (device_id);

CREATE TABLE device_health_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  at timestamptz NOT NULL,
  before text NOT NULL,
  status text NOT NULL,
  channels text[] NOT NULL                    -- those that stand at this status; none where it is the device's own
);
CREATE INDEX device_health_change_device ON device_health_change (device_id, at DESC, id DESC);

CREATE TABLE collect_plan (                   -- when a point is to be read, and how far its device knows
  point_id int PRIMARY KEY REFERENCES point ON DELETE CASCADE,
  wanted jsonb NOT NULL,                      -- as people set it (science/collect/plan.ts)
  acceleration jsonb,                         -- how an alert has sped it up; NULL = it has not
  sent jsonb NOT NULL,                        -- what the device is to do now: wanted, at the interval of the acceleration
  in_force jsonb,                             -- what the device last confirmed
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'confirmed', 'refused')),
  command_id uuid NOT NULL,                   -- the device answers with it; another for each `sent`
  device_id int,                              -- whom it was last delivered to
  set_at timestamptz NOT NULL,
  delivered_at timestamptz,
  answered_at timestamptz,
  refusal text NOT NULL DEFAULT '',
  next_at timestamptz                         -- CommandCollect: when the device is asked next
);
CREATE INDEX collect_plan_open ON collect_plan (point_id) WHERE state IN ('pending', 'delivered');
CREATE INDEX collect_plan_next ON collect_plan (next_at) WHERE next_at IS NOT NULL;
CREATE UNIQUE INDEX collect_plan_command ON collect_plan (command_id);
