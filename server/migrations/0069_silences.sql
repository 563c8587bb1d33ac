-- Quiet windows: alerts are raised and shown, their messages are withheld and told together at the end.
CREATE TABLE silence (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int REFERENCES structure ON DELETE CASCADE,
  point_id int REFERENCES point ON DELETE CASCADE, -- neither = the whole project
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  levels smallint[] NOT NULL,      -- whose messages are withheld
  reason text NOT NULL,
  red_reason text NOT NULL,        -- why red ones are withheld too
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,            -- ended early
  ended_by text,
  digest_at timestamptz            -- what it withheld was told of; null = still to come
);
CREATE INDEX silence_project ON silence (project_id, id DESC);
CREATE INDEX silence_structure ON silence (structure_id) WHERE structure_id IS NOT NULL;
CREATE INDEX silence_point ON silence (point_id) WHERE point_id IS NOT NULL;
CREATE INDEX silence_open ON silence (end_at) WHERE digest_at IS NULL;
CREATE TABLE silenced_alert (
  silence_id int NOT NULL REFERENCES silence ON DELETE CASCADE,
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  at timestamptz NOT NULL,
  PRIMARY KEY (alert_id, silence_id)
);
CREATE INDEX silenced_alert_silence ON silenced_alert (silence_id);
