-- Reports that are made by themselves when their period is over.
CREATE TABLE report_schedule (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('day', 'week', 'month', 'quarter', 'year')),
  formats text[] NOT NULL,
  language text NOT NULL,
  fields text NOT NULL CHECK (fields IN ('main', 'all')),
  enabled boolean NOT NULL DEFAULT true,
  next_day text NOT NULL,                                   -- the first day of the period that is to be reported next
  by_id int REFERENCES account ON DELETE SET NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT report_schedule_name UNIQUE (project_id, type, language, fields)
);
ALTER TABLE report ADD COLUMN schedule_id int REFERENCES report_schedule ON DELETE SET NULL; -- null = somebody asked for it
CREATE INDEX report_schedule_id ON report (schedule_id) WHERE schedule_id IS NOT NULL;
