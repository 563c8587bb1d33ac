-- Conditions: alerts over several points together, evaluated in a lane of work of their own.
CREATE TABLE condition (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int NOT NULL REFERENCES structure ON DELETE CASCADE,
  rules jsonb NOT NULL,                       -- what people say of it: ConditionRules of the contract
  enabled boolean NOT NULL,
  level smallint NOT NULL,
  revision int NOT NULL DEFAULT 1,
  since_at timestamptz NOT NULL,              -- it looks at what was measured from then on
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL
);
CREATE INDEX condition_project ON condition (project_id);
CREATE INDEX condition_structure ON condition (structure_id);
CREATE TABLE condition_point (                -- the points that its terms name
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  condition_id int NOT NULL REFERENCES condition ON DELETE CASCADE,
  PRIMARY KEY (point_id, condition_id)
);
CREATE INDEX condition_point_condition ON condition_point (condition_id);
CREATE TABLE condition_state (
  condition_id int PRIMARY KEY REFERENCES condition ON DELETE CASCADE,
  state jsonb,                                -- the evaluator's own; NULL = not evaluated yet
  checkpoints jsonb NOT NULL DEFAULT '[]',    -- states of the past to go on from, oldest first
  truth text NOT NULL DEFAULT 'waiting' CHECK (truth IN ('waiting', 'true', 'false', 'unknown')),
  raised boolean NOT NULL DEFAULT false,
  evaluated_at timestamptz,
  due_at timestamptz,                         -- when it may change without a reading; NULL = never
  alert_id int
) WITH (fillfactor = 70);
CREATE INDEX condition_state_due ON condition_state (due_at);
CREATE TABLE condition_change (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  condition_id int NOT NULL,                  -- stays when the condition is deleted
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  at timestamptz NOT NULL,
  by_name text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX condition_change_condition ON condition_change (condition_id, id DESC);

-- An alert of a condition hangs on the point that decided it, and names the condition and how its terms stood.
ALTER TABLE alert ADD COLUMN condition_id int;  -- stays when the condition is deleted
ALTER TABLE alert ADD COLUMN condition jsonb;
CREATE INDEX alert_condition ON alert (condition_id, reading_at) WHERE condition_id IS NOT NULL;
-- Late readings, too, make an alert of a condition be judged again: no act of a person is behind that.
ALTER TABLE alert_revision ALTER COLUMN change_id DROP NOT NULL;

ALTER TABLE work DROP CONSTRAINT work_lane_check;
ALTER TABLE work ADD CONSTRAINT work_lane_check CHECK (lane IN ('alert', 'event', 'condition', 'task', 'schedule', 'delivery'));
