-- By what messages leave a corporation: mail server, SMS vendor, webhooks, chat robots.
CREATE TABLE channel (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  kind text NOT NULL,
  medium text NOT NULL CHECK (medium IN ('email', 'sms', 'hook')),
  name text NOT NULL,
  enabled boolean NOT NULL,
  settings jsonb NOT NULL,         -- what may be shown
  sealed text,                     -- {secret, url}, sealed with the key beside the data
  url_host text,                   -- of the sealed address
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (corporation_id, name)
);
CREATE UNIQUE INDEX channel_one ON channel (corporation_id, medium) WHERE medium <> 'hook';

-- Who hears of which alerts of a project.
CREATE TABLE alert_rule (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  level smallint NOT NULL,
  whole_project boolean NOT NULL,
  members boolean NOT NULL,
  mobiles text[] NOT NULL,
  emails text[] NOT NULL,
  language text NOT NULL,
  days smallint[] NOT NULL,        -- 1 = Monday, in the zone of the project
  from_time text,                  -- HH:MM; null = the whole day
  to_time text,
  enabled boolean NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (project_id, name)
);
CREATE TABLE alert_rule_structure (
  rule_id int NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  structure_id int NOT NULL REFERENCES structure ON DELETE CASCADE,
  PRIMARY KEY (rule_id, structure_id)
);
CREATE INDEX alert_rule_structure_structure ON alert_rule_structure (structure_id);
CREATE TABLE alert_rule_channel (
  rule_id int NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
  channel_id int NOT NULL REFERENCES channel ON DELETE CASCADE,
  PRIMARY KEY (rule_id, channel_id)
);
CREATE INDEX alert_rule_channel_channel ON alert_rule_channel (channel_id);
