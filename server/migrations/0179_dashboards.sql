-- Dashboards: what people put together of a project, as panels on a grid.
CREATE TABLE dashboard (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  account_id int REFERENCES account ON DELETE SET NULL,   -- its maker; NULL = the account is gone
  by_name text NOT NULL,
  name text NOT NULL,
  roles text[] NOT NULL,                  -- roles of the project that read it; empty = its maker alone
  panels jsonb NOT NULL,                  -- Panel[] of the contract
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX dashboard_name ON dashboard (project_id, account_id, lower(name));
CREATE INDEX dashboard_account ON dashboard (account_id);
