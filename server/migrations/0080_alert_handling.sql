-- What people do about an alert: who takes it on, what caused it, what was done, files and documents beside it.
CREATE TABLE alert_cause (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  name text NOT NULL,
  removed_at timestamptz,                 -- off the list; alerts that have it go on naming it
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX alert_cause_name ON alert_cause (corporation_id, lower(name)) WHERE removed_at IS NULL;

ALTER TABLE alert ADD COLUMN assignee_id int REFERENCES account ON DELETE SET NULL;
ALTER TABLE alert ADD COLUMN cause_id int REFERENCES alert_cause ON DELETE SET NULL;
CREATE INDEX alert_assignee ON alert (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX alert_cause_of ON alert (cause_id) WHERE cause_id IS NOT NULL;

-- `subject`: who or what an entry names. `done_at`: when a measure was taken. `key`: of the request, so that one sent twice counts once.
ALTER TABLE alert_change ADD COLUMN subject text NOT NULL DEFAULT '';
ALTER TABLE alert_change ADD COLUMN done_at timestamptz;
ALTER TABLE alert_change ADD COLUMN key uuid;
ALTER TABLE alert_change DROP CONSTRAINT alert_change_kind_check;
ALTER TABLE alert_change ADD CONSTRAINT alert_change_kind_check CHECK (kind IN ('raised', 'released', 'changed', 'comment', 'assigned',
  'unassigned', 'cause', 'measure', 'fileAdded', 'fileRemoved', 'documentLinked', 'documentUnlinked', 'stepDone', 'stepUndone'));
CREATE UNIQUE INDEX alert_change_key ON alert_change (alert_id, key) WHERE key IS NOT NULL;

CREATE TABLE alert_file (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  file_id text NOT NULL REFERENCES stored_file,
  file_name text NOT NULL,
  type text NOT NULL,                     -- its ending
  bytes bigint NOT NULL,
  digest text NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (alert_id, digest)
);

CREATE TABLE alert_document (
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  document_id int NOT NULL REFERENCES document ON DELETE CASCADE,
  by_name text NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (alert_id, document_id)
);
CREATE INDEX alert_document_document ON alert_document (document_id);
