-- Reports of periods: what is asked for, and the files that were made of it. Deleted thirty days later.
CREATE TABLE report (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('day', 'week', 'month', 'quarter', 'year', 'custom')),
  first_day text NOT NULL,                                  -- days of time_zone, 2026-03-29
  last_day text NOT NULL,
  from_at timestamptz NOT NULL,                             -- [from_at, to_at)
  to_at timestamptz NOT NULL CHECK (to_at > from_at),
  time_zone text NOT NULL,                                  -- the project's when it was asked for
  formats text[] NOT NULL,
  language text NOT NULL,
  fields text NOT NULL CHECK (fields IN ('main', 'all')),
  status text NOT NULL CHECK (status IN ('Pending', 'Done', 'Error')),
  error text,
  error_detail jsonb,
  by_id int REFERENCES account ON DELETE SET NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  points int,                                               -- how many are in it; null = not made yet
  task_id int
);
CREATE INDEX report_project ON report (project_id, id DESC);
CREATE INDEX report_expires ON report (expires_at);
CREATE TABLE report_file (
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  format text NOT NULL CHECK (format IN ('pdf', 'xlsx', 'csv')),
  file_id text NOT NULL REFERENCES stored_file,
  bytes bigint NOT NULL,
  PRIMARY KEY (report_id, format)
);
