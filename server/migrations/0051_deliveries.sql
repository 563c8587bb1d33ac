-- Where alerts reach a person outside of the app, as they chose.
CREATE TABLE contact (
  account_id int PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  email text,
  mobile text,
  email_from smallint,             -- level from which on; null = none
  sms_from smallint
);
CREATE INDEX contact_email ON contact (lower(email));
CREATE INDEX contact_mobile ON contact (mobile);

-- Messages that alert rules send: each to one recipient, once for one subject, whatever is repeated.
CREATE TABLE delivery (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), -- the same at every try
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  subject text NOT NULL,                              -- alert:17, device:5:..., test:...
  alert_id int REFERENCES alert ON DELETE CASCADE,
  rule_id int REFERENCES alert_rule ON DELETE SET NULL,
  rule_name text NOT NULL,
  medium text NOT NULL,
  channel_id int REFERENCES channel ON DELETE SET NULL, -- of a hook
  recipient text NOT NULL,
  account_id int REFERENCES account ON DELETE SET NULL, -- of a member
  is_member boolean NOT NULL,
  language text NOT NULL,
  level smallint,                                     -- null = of no level
  content jsonb NOT NULL,                             -- what it is about, as it was then
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'withheld', 'noChannel')),
  kind text,
  attempts int NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,                    -- not tried after this
  trying_until timestamptz,                           -- in the hands of a worker until then
  next_try_at timestamptz,
  ended_at timestamptz,
  UNIQUE (subject, medium, recipient)
);
CREATE INDEX delivery_alert ON delivery (alert_id) WHERE alert_id IS NOT NULL;
CREATE INDEX delivery_project ON delivery (project_id, id DESC);
CREATE INDEX delivery_channel ON delivery (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX delivery_rule ON delivery (rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX delivery_account ON delivery (account_id) WHERE account_id IS NOT NULL;

ALTER TABLE work DROP CONSTRAINT work_lane_check;
ALTER TABLE work ADD CONSTRAINT work_lane_check CHECK (lane IN ('alert', 'event', 'task', 'schedule', 'delivery'));
