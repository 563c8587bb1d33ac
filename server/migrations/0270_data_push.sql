-- Readings and alerts that go out to servers of others: formats, rules, what waits, what was refused, what was sent.
CREATE TABLE push_format (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  layout jsonb NOT NULL,
  UNIQUE (project_id, name)
);
CREATE TABLE push_rule (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  format_id int NOT NULL REFERENCES push_format,
  name text NOT NULL,
  enabled boolean NOT NULL,
  paused boolean NOT NULL,
  settings jsonb NOT NULL,
  secrets jsonb NOT NULL DEFAULT '{}',         -- by path of the auth key: its method, and the secret sealed by the vault
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,                -- when it sends next, where something waits
  failures int NOT NULL DEFAULT 0,             -- tries in a row that went wrong
  refusals int NOT NULL DEFAULT 0,             -- messages in a row that the receiver refused
  fault text,
  fault_detail text NOT NULL DEFAULT '',
  failing_since timestamptz,
  last_sent_at timestamptz,
  lost_count int NOT NULL DEFAULT 0,           -- left out since the last back-fill, and the measuring times of it
  lost_from timestamptz,
  lost_to timestamptz,
  UNIQUE (project_id, name)
);
CREATE INDEX push_rule_format ON push_rule (format_id);
CREATE TABLE push_item (                       -- waits for a rule, in the order of id: a stretch of readings of a point, or an alert
  id bigint GENERATED ALWAYS AS IDENTITY,
  rule_id int NOT NULL REFERENCES push_rule ON DELETE CASCADE,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  alert_id int REFERENCES alert ON DELETE CASCADE,
  at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  queued_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, id)
);
CREATE INDEX push_item_point ON push_item (point_id);
CREATE INDEX push_item_alert ON push_item (alert_id) WHERE alert_id IS NOT NULL;
CREATE TABLE push_refusal (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id int NOT NULL REFERENCES push_rule ON DELETE CASCADE,
  at timestamptz NOT NULL,
  items jsonb NOT NULL,                        -- [point, alert, at, to] of each, epoch ms
  fault text NOT NULL,
  detail text NOT NULL
);
CREATE INDEX push_refusal_rule ON push_refusal (rule_id, id);
CREATE TABLE push_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id int NOT NULL REFERENCES push_rule ON DELETE CASCADE,
  at timestamptz NOT NULL,
  row_count int NOT NULL,
  bytes int NOT NULL,
  ms int NOT NULL,
  status int,
  fault text,
  answer text NOT NULL
);
CREATE INDEX push_log_rule ON push_log (rule_id, id);
CREATE INDEX push_log_at ON push_log (at);
