-- Who is on duty when, and who is told of an alert that nobody reacts to.
CREATE TABLE duty_roster (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  shifts jsonb NOT NULL,           -- [{personId, days, fromTime, toTime}], by the clock of the project
  fallback_id int REFERENCES account ON DELETE SET NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (project_id, name)
);
CREATE INDEX duty_roster_fallback ON duty_roster (fallback_id) WHERE fallback_id IS NOT NULL;
CREATE TABLE duty_substitution (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  roster_id int NOT NULL REFERENCES duty_roster ON DELETE CASCADE,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  absent_id int REFERENCES account ON DELETE CASCADE,      -- null = beside whoever is on duty
  substitute_id int REFERENCES account ON DELETE SET NULL, -- null = nobody comes instead: then it is a gap, which is told
  note text NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX duty_substitution_roster ON duty_substitution (roster_id, end_at);
CREATE INDEX duty_substitution_absent ON duty_substitution (absent_id) WHERE absent_id IS NOT NULL;
CREATE INDEX duty_substitution_substitute ON duty_substitution (substitute_id) WHERE substitute_id IS NOT NULL;

ALTER TABLE alert_rule ADD COLUMN roster_ids int[] NOT NULL DEFAULT '{}';
ALTER TABLE alert_rule ADD COLUMN steps jsonb NOT NULL DEFAULT '[]'; -- [{afterMinutes, members, rosterIds, emails, mobiles, channelIds}]

ALTER TABLE delivery ADD COLUMN roster_name text;                    -- told because they are on duty by it
ALTER TABLE delivery ADD COLUMN is_fallback boolean NOT NULL DEFAULT false; -- told because nobody on duty could be
ALTER TABLE delivery ADD COLUMN after_minutes int NOT NULL DEFAULT 0; -- of the step that told them; 0 = at once

-- The steps of alert rules for each alert: who is told next while nobody reacts.
CREATE TABLE escalation (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  rule_id int REFERENCES alert_rule ON DELETE SET NULL,
  rule_name text NOT NULL,
  step smallint NOT NULL,          -- from 1 on
  after_minutes int NOT NULL,
  due_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'stopped')),
  why text NOT NULL DEFAULT '',    -- of what was stopped: reacted, risen, ruleOff
  by_name text,                    -- who reacted
  ended_at timestamptz,
  UNIQUE (alert_id, rule_id, step)
);
CREATE INDEX escalation_due ON escalation (due_at) WHERE state = 'waiting';
CREATE INDEX escalation_rule ON escalation (rule_id) WHERE rule_id IS NOT NULL;
