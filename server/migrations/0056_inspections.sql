-- Inspections: templates with their versions, plans, the rounds that were made, what they found.
CREATE TABLE inspection_template (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project,
  name text NOT NULL,
  version int NOT NULL
);
CREATE UNIQUE INDEX inspection_template_name ON inspection_template (project_id, name);
CREATE TABLE inspection_template_version (
  template_id int NOT NULL REFERENCES inspection_template ON DELETE CASCADE,
  version int NOT NULL,
  questions jsonb NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (template_id, version)
);
CREATE TABLE inspection_plan (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project,
  name text NOT NULL,
  template_id int NOT NULL REFERENCES inspection_template,
  structure_id int REFERENCES structure ON DELETE SET NULL,
  point_id int REFERENCES point ON DELETE SET NULL,
  location text NOT NULL,
  unit text NOT NULL,                          -- day, week, month
  every int NOT NULL,
  first_on text NOT NULL,                      -- a day and a time by the clocks of the project
  at text NOT NULL,
  grace_hours int NOT NULL,
  assignee_ids int[] NOT NULL,
  enabled boolean NOT NULL,
  counts_from timestamptz NOT NULL             -- what was to be finished before this is not missed
);
CREATE UNIQUE INDEX inspection_plan_name ON inspection_plan (project_id, name);
CREATE INDEX inspection_plan_template ON inspection_plan (template_id);
CREATE INDEX inspection_plan_structure ON inspection_plan (structure_id);
CREATE INDEX inspection_plan_point ON inspection_plan (point_id);
CREATE TABLE inspection_round (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project,
  plan_id int NOT NULL REFERENCES inspection_plan,
  template_id int NOT NULL,
  template_version int NOT NULL,
  location text NOT NULL,                      -- in words, as it was when the round began
  due_at timestamptz NOT NULL,
  revision int NOT NULL,                       -- 1, and one more for each correction
  reason text NOT NULL,
  answers jsonb NOT NULL,
  copied_from int,
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_by text,
  finished_at timestamptz,
  faults int,                                  -- counted when it is finished
  out_of_limits int,
  FOREIGN KEY (template_id, template_version) REFERENCES inspection_template_version,
  UNIQUE (plan_id, due_at, revision)           -- two people who begin at once are in one round
);
CREATE INDEX inspection_round_project ON inspection_round (project_id, due_at DESC);
CREATE INDEX inspection_round_finished ON inspection_round (project_id, finished_at);
CREATE TABLE inspection_photo (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  round_id int NOT NULL REFERENCES inspection_round ON DELETE CASCADE,
  question_key text NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  digest text NOT NULL,                        -- SHA-256 of the file: the same photo is kept once
  marks jsonb NOT NULL,
  by_name text NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (round_id, question_key, digest)
);
CREATE INDEX inspection_photo_file ON inspection_photo (file_id);
CREATE TABLE inspection_defect (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project,
  plan_id int NOT NULL REFERENCES inspection_plan,
  round_id int NOT NULL REFERENCES inspection_round,
  question_key text NOT NULL,
  question text NOT NULL,
  title text NOT NULL,
  severity text NOT NULL,
  state text NOT NULL,
  note text NOT NULL,
  raised_by text NOT NULL,
  raised_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (plan_id, round_id, question_key, title)
);
CREATE INDEX inspection_defect_project ON inspection_defect (project_id, changed_at DESC);
CREATE TABLE inspection_defect_change (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  defect_id int NOT NULL REFERENCES inspection_defect ON DELETE CASCADE,
  at timestamptz NOT NULL,
  by_name text NOT NULL,
  severity text NOT NULL,
  state text NOT NULL,
  note text NOT NULL
);
CREATE INDEX inspection_defect_change_defect ON inspection_defect_change (defect_id, id);
CREATE TABLE inspection_log (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project,
  plan_id int NOT NULL REFERENCES inspection_plan,
  round_id int REFERENCES inspection_round,
  defect_id int REFERENCES inspection_defect,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  due_at timestamptz,                          -- of what is overdue
  by_name text,                                -- NULL = the clock
  detail text NOT NULL
);
CREATE INDEX inspection_log_project ON inspection_log (project_id, at DESC);
-- A round that is overdue is said once.
CREATE UNIQUE INDEX inspection_log_overdue ON inspection_log (plan_id, due_at) WHERE kind = 'overdue';
