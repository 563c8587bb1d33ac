-- Released reports for people without an account, and what is sent of reports.
CREATE TABLE report_link (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  recipient text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,                         -- SHA-256 of the token of the link
  password_hash text,                                       -- null = it asks for none
  expires_at timestamptz,
  ended_at timestamptz,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  openings int NOT NULL DEFAULT 0,
  first_opened_at timestamptz,
  last_opened_at timestamptz
);
CREATE INDEX report_link_report ON report_link (report_id);
CREATE TABLE report_distribution (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  hook_ids int[] NOT NULL,
  link_days int NOT NULL
);
CREATE TABLE report_recipient (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  language text NOT NULL,
  UNIQUE (project_id, email)
);
CREATE TABLE report_message (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  key text NOT NULL UNIQUE,                                 -- the same at every try
  about text NOT NULL CHECK (about IN ('made', 'released')),
  medium text NOT NULL CHECK (medium IN ('email', 'hook')),
  hook_id int,                                              -- the channel it goes to
  name text NOT NULL,                                       -- of the recipient, or of the hook
  address text NOT NULL,                                    -- '' = a hook
  language text NOT NULL,
  sealed text,                                              -- the token of its link; null = there is none, or it is sent
  origin text NOT NULL,                                     -- what the link begins with
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX report_message_report ON report_message (report_id);
CREATE INDEX report_message_due ON report_message (next_try_at) WHERE state = 'queued';
