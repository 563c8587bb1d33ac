-- Work that takes longer than a request: recomputations, imports, exports. Kept until a month after it ended.
CREATE TABLE task (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  project_id int REFERENCES project ON DELETE CASCADE,
  account_id int REFERENCES account ON DELETE SET NULL,   -- who asked; null for the platform itself
  by_name text NOT NULL DEFAULT '',
  subject jsonb NOT NULL DEFAULT '{}',        -- what the page says of it, in the reader's language
  input jsonb NOT NULL DEFAULT '{}',
  cursor jsonb,                               -- how far it got: written with the work, so a crash repeats nothing
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,            -- 0 = not known yet
  result jsonb NOT NULL DEFAULT '{}',
  error text,
  error_detail jsonb,
  cancel_asked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX task_open ON task (id) WHERE state IN ('queued', 'running');
CREATE INDEX task_account ON task (account_id, id DESC);
CREATE INDEX task_project ON task (project_id, id DESC);
