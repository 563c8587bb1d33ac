-- What people did, one row each, written with it. Links of a chain from `position` on: whoever changes a row breaks it.
CREATE TABLE operation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  account_id int,                -- no reference: the log outlives accounts, projects and corporations
  account_name text NOT NULL,
  corporation_id int,
  project_id int,
  scope text NOT NULL,           -- Project, Device, ...
  scope_id int,
  action text NOT NULL,          -- Create, Update, Delete, Retrieve (took data out), SignIn
  route text NOT NULL,           -- method and path as declared
  outcome text NOT NULL,         -- done, or the error that refused it
  ip text NOT NULL,
  agent text NOT NULL,
  content jsonb NOT NULL,        -- input and, of a record that is guarded, what of it was there before; without secrets
  position bigint UNIQUE,        -- in the chain; null = not linked yet
  hash bytea                     -- SHA-256 over the hash before and this row
);
CREATE INDEX operation_unlinked ON operation (id) WHERE position IS NULL;
CREATE INDEX operation_corporation ON operation (corporation_id, id DESC);
CREATE INDEX operation_project ON operation (project_id, id DESC) WHERE project_id IS NOT NULL;
CREATE INDEX operation_at ON operation (at);
