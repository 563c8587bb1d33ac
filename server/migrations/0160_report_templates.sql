-- Which blocks reports are put together of. Every change of the blocks is a version.
CREATE TABLE report_template (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  shared boolean NOT NULL,                                  -- every project of the corporation may use it
  status text NOT NULL CHECK (status IN ('Done', 'Pending', 'Error')),
  problems jsonb NOT NULL,                                  -- found when it was verified
  version int NOT NULL,
  by_name text NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT report_template_name UNIQUE (project_id, name)
);
CREATE TABLE report_template_version (
  template_id int NOT NULL REFERENCES report_template ON DELETE CASCADE,
  version int NOT NULL,
  content jsonb NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (template_id, version)
);
-- The name stays when the template is gone: nothing is made by another content in silence.
ALTER TABLE report ADD COLUMN template_id int REFERENCES report_template ON DELETE SET NULL,
  ADD COLUMN template_version int,
  ADD COLUMN template_name text;                            -- null = the content of the product
CREATE INDEX report_template_id ON report (template_id) WHERE template_id IS NOT NULL;
ALTER TABLE report_schedule ADD COLUMN template_id int REFERENCES report_template ON DELETE SET NULL,
  ADD COLUMN template_name text;
CREATE INDEX report_schedule_template ON report_schedule (template_id) WHERE template_id IS NOT NULL;
ALTER TABLE report_schedule DROP CONSTRAINT report_schedule_name;
-- Schedules whose template is gone say so when they are due, and block nothing.
CREATE UNIQUE INDEX report_schedule_name ON report_schedule (project_id, type, language, fields, coalesce(template_id, 0))
  WHERE template_id IS NOT NULL OR template_name IS NULL;
