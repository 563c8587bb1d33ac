-- What is to be done at a level: text and checklist, for a project, structure, point or condition. Alerts keep a copy.
CREATE TABLE response_plan (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  scope text NOT NULL,                    -- project, structure, point, condition
  level int NOT NULL CHECK (level BETWEEN 1 AND 4),
  structure_id int REFERENCES structure ON DELETE CASCADE,
  point_id int REFERENCES point ON DELETE CASCADE,
  condition_id int REFERENCES condition ON DELETE CASCADE,
  text text NOT NULL,
  steps jsonb NOT NULL,                   -- texts, in order
  by_name text NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(structure_id, point_id, condition_id) = (scope <> 'project')::int)
);
CREATE UNIQUE INDEX response_plan_once ON response_plan (project_id, level, scope, coalesce(structure_id, point_id, condition_id, 0));
CREATE INDEX response_plan_structure ON response_plan (structure_id) WHERE structure_id IS NOT NULL;
CREATE INDEX response_plan_point ON response_plan (point_id) WHERE point_id IS NOT NULL;
CREATE INDEX response_plan_condition ON response_plan (condition_id) WHERE condition_id IS NOT NULL;

ALTER TABLE alert ADD COLUMN plan jsonb;  -- { scope, text, steps } as it was when the alert was raised; NULL = none held

CREATE TABLE alert_step (
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  step int NOT NULL,                      -- place in the checklist, from 0
  by_name text NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (alert_id, step)
);
