-- The first schema: who, where, what, so what. Rules: no triggers and no foreign key from series tables
-- (reading, point_state, alert_state) to local tables, keys of series start with point_id (Citus, docs/decisions/0004).

CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');  -- P-2 before P-10

CREATE TABLE setting (                        -- what the installation remembers about itself
  key text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE stored_file (                    -- files are addressed by id; the path is ours alone
  id text PRIMARY KEY,
  corporation_id int,
  type text NOT NULL,
  bytes bigint NOT NULL,
  created_by int,
  created_at timestamptz NOT NULL
);

CREATE TABLE corporation (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  logo text REFERENCES stored_file,
  copyright text NOT NULL DEFAULT '',
  document_disabled boolean NOT NULL DEFAULT false,
  flags jsonb NOT NULL DEFAULT '{}',
  health_thresholds jsonb NOT NULL DEFAULT '{"voltageThreshold": 10.5, "lostTolerance": 3, "alertTolerance": 6}',
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX corporation_title ON corporation (lower(title));

CREATE TABLE account (                        -- a user; "user" is a word of SQL
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int REFERENCES corporation,  -- null for a System account
  name text NOT NULL,
  display_name text NOT NULL,
  type text NOT NULL CHECK (type IN ('System', 'Admin', 'Manager', 'Normal')),
  password_hash text NOT NULL,
  theme text NOT NULL DEFAULT 'default',
  language text NOT NULL DEFAULT 'en',
  avatar text REFERENCES stored_file,
  preferences jsonb NOT NULL DEFAULT '{}',
  session_timeout_seconds int NOT NULL DEFAULT 7200,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((type = 'System') = (corporation_id IS NULL))
);
CREATE UNIQUE INDEX account_name ON account (lower(name));
CREATE INDEX account_corporation ON account (corporation_id);

CREATE TABLE token (                          -- sessions and access tokens; only the SHA-256 is kept
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('session', 'access')),
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  ip text NOT NULL DEFAULT '',
  agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX token_account ON token (account_id);

CREATE TABLE attempt (                        -- failed sign-ins; survives a restart, shared by all processes
  key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX attempt_key ON attempt (key, at);

CREATE TABLE role (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int REFERENCES corporation ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('Owner', 'Manager', 'Member', 'Guest', 'Custom')),
  name text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}',   -- of Custom roles; the fixed ones are in the contract
  CHECK ((type = 'Custom') = (corporation_id IS NOT NULL))
);
CREATE UNIQUE INDEX role_name ON role (corporation_id, lower(name)) WHERE corporation_id IS NOT NULL;
INSERT INTO role (type, name) VALUES ('Owner', 'Owner'), ('Manager', 'Manager'), ('Member', 'Member'), ('Guest', 'Guest');

CREATE TABLE project (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation,
  name text NOT NULL,
  address text NOT NULL DEFAULT '',
  longitude float8,
  latitude float8,
  picture text REFERENCES stored_file,
  purpose int NOT NULL DEFAULT 0,
  use_structure boolean NOT NULL DEFAULT true,
  time_zone text NOT NULL DEFAULT 'Asia/Shanghai',
  creator_id int REFERENCES account ON DELETE SET NULL,
  archived_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX project_name ON project (corporation_id, lower(name));

CREATE TABLE project_member (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  role_id int NOT NULL REFERENCES role,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  PRIMARY KEY (project_id, account_id)
);
CREATE INDEX project_member_account ON project_member (account_id);
CREATE INDEX project_member_role ON project_member (role_id);

CREATE TABLE structure (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  parent_id int REFERENCES structure,         -- set for an item
  name text NOT NULL,
  address text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT 'other',
  display_type text NOT NULL DEFAULT 'MAP',
  longitude float8,
  latitude float8,
  picture text REFERENCES stored_file
);
CREATE UNIQUE INDEX structure_name ON structure (project_id, coalesce(parent_id, 0), lower(name));
CREATE INDEX structure_parent ON structure (parent_id);

CREATE TABLE device (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation,
  type text NOT NULL DEFAULT 'measuring',
  name text NOT NULL,
  model text NOT NULL,
  sncode text NOT NULL UNIQUE,
  manufacturer text NOT NULL DEFAULT '',
  measurement text,
  iccid text NOT NULL DEFAULT '',
  secret_hash bytea NOT NULL,
  channels jsonb NOT NULL DEFAULT '[]',       -- [{number, mode, label}]
  created_at timestamptz NOT NULL
);
CREATE INDEX device_corporation ON device (corporation_id);

CREATE TABLE device_state (                   -- what the gateway knows of a device; written at a bounded rate
  device_id int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  connected boolean NOT NULL DEFAULT false,
  last_seen_at timestamptz,
  activated_at timestamptz,
  signal_dbm float8,
  voltage_v float8,
  refused_count bigint NOT NULL DEFAULT 0,
  refused_at timestamptz,
  refused_error text,
  refused_detail jsonb
);

CREATE TABLE point (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int NOT NULL REFERENCES structure,
  name text NOT NULL,
  type int NOT NULL DEFAULT 0,
  family text NOT NULL,
  mode int NOT NULL,
  node_count int NOT NULL DEFAULT 0,
  main_index int NOT NULL DEFAULT 0,          -- which stored field trees, maps and tables show, from 0
  formula_type text NOT NULL DEFAULT 'SYSTEM_FORMULA',
  parameters jsonb NOT NULL DEFAULT '{}',
  custom_formula jsonb NOT NULL DEFAULT '{}',
  initial_values jsonb NOT NULL DEFAULT '{}',
  interval_seconds int NOT NULL DEFAULT 3600,
  longitude float8,
  latitude float8,
  device_id int REFERENCES device,
  channel text,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((device_id IS NULL) = (channel IS NULL))
);
CREATE UNIQUE INDEX point_name ON point (structure_id, lower(name));
CREATE UNIQUE INDEX point_channel ON point (device_id, channel) WHERE device_id IS NOT NULL;
CREATE INDEX point_project ON point (project_id);

CREATE TABLE threshold (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  field text NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  levels float8[] NOT NULL,
  base text NOT NULL DEFAULT 'value',
  combine text NOT NULL DEFAULT 'and',
  rate_levels float8[],
  release_ratio float8 NOT NULL DEFAULT 0.95,
  release_count int NOT NULL DEFAULT 2,
  consecutive int NOT NULL DEFAULT 1,
  enabled boolean NOT NULL DEFAULT true
);
CREATE INDEX threshold_point ON threshold (point_id);

-- Series ------------------------------------------------------------------------------------------------------

CREATE TABLE reading (                        -- every stored record, raw beside computed
  point_id int NOT NULL,
  at timestamptz NOT NULL,                    -- when it was measured
  received_at timestamptz NOT NULL,
  values float8[] NOT NULL,                   -- in the order of fieldsOf(family); NULL element = no value, never 0
  raw jsonb NOT NULL,                         -- the sample as the device sent it
  PRIMARY KEY (point_id, at)
);

CREATE TABLE reading_history (                -- what a later record of the same time replaced; nothing is lost
  point_id int NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  values float8[] NOT NULL,
  raw jsonb NOT NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX reading_history_point ON reading_history (point_id, at);

CREATE TABLE point_state (                    -- the latest reading by measuring time, and the worst level
  point_id int PRIMARY KEY,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  values float8[] NOT NULL,
  level int NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE TABLE channel_state (                  -- the last sample of a channel that feeds no point yet
  device_id int NOT NULL,
  channel text NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  raw jsonb NOT NULL,
  PRIMARY KEY (device_id, channel)
);

CREATE TABLE alert_state (                    -- where each rule stands; changes only when the level or a count moves
  point_id int NOT NULL,
  threshold_id int NOT NULL,
  state jsonb NOT NULL,                       -- the judge's own
  level int NOT NULL DEFAULT 0,
  alert_id int,                               -- the alert that refreshes while the level holds
  late_level int NOT NULL DEFAULT 0,
  late_at timestamptz,
  PRIMARY KEY (point_id, threshold_id)
);

-- So what -----------------------------------------------------------------------------------------------------

CREATE TABLE alert (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int NOT NULL,
  point_id int NOT NULL,
  threshold_id int,
  field text NOT NULL,
  kind text NOT NULL,
  measure text NOT NULL,
  unit text NOT NULL,
  level int NOT NULL,
  value float8 NOT NULL,
  threshold float8 NOT NULL,
  levels float8[] NOT NULL,
  late boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'Pending' CHECK (status IN ('Pending', 'Notice', 'Confirm', 'FalseAlarm', 'Restore')),
  reading_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  raised_at timestamptz NOT NULL,
  last_value float8 NOT NULL,
  last_at timestamptz NOT NULL,
  released_at timestamptz,
  settled_at timestamptz,
  settled_by text,
  reason text NOT NULL DEFAULT ''
) WITH (fillfactor = 80);
CREATE INDEX alert_project ON alert (project_id, status, reading_at DESC);
CREATE INDEX alert_point ON alert (point_id, reading_at DESC);
CREATE INDEX alert_running ON alert (point_id, threshold_id)
  WHERE released_at IS NULL AND NOT late AND status IN ('Pending', 'Notice', 'Confirm');
CREATE INDEX alert_open ON alert (project_id, level) WHERE status IN ('Pending', 'Notice');
CREATE INDEX alert_structure_open ON alert (structure_id) WHERE status IN ('Pending', 'Notice');

CREATE TABLE alert_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('raised', 'released', 'changed')),
  at timestamptz NOT NULL,
  by_name text,
  status text NOT NULL,
  reason text NOT NULL DEFAULT '',
  level int NOT NULL,
  value float8
);
CREATE INDEX alert_change_alert ON alert_change (alert_id, at);
CREATE INDEX alert_change_at ON alert_change (at DESC);

CREATE TABLE notification (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  type text NOT NULL,
  title text NOT NULL,
  project_id int,
  alert_id int,
  point_id int,
  level int,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notification_account ON notification (account_id, created_at DESC);
CREATE INDEX notification_unread ON notification (account_id) WHERE read_at IS NULL;
CREATE INDEX notification_alert ON notification (alert_id) WHERE alert_id IS NOT NULL;
CREATE UNIQUE INDEX notification_once ON notification (account_id, type, alert_id) WHERE alert_id IS NOT NULL;

CREATE TABLE outbox (                         -- events, written with what caused them, deleted with what they cause
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL                -- not before this; moves on after a failed try
);

CREATE TABLE ingest_total (                   -- readings stored per day of UTC, for the home page: no count over millions of rows
  corporation_id int NOT NULL,
  day date NOT NULL,
  stored bigint NOT NULL,
  PRIMARY KEY (corporation_id, day)
);
