-- Files of readings on their way in and out: imports with their dry run, saved mappings, exported files (docs/decisions/0019).

CREATE TABLE data_import (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  file_id text REFERENCES stored_file ON DELETE SET NULL,   -- NULL = it has been taken away
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  format text NOT NULL,
  state text NOT NULL DEFAULT 'uploaded' CHECK (state IN ('uploaded', 'checking', 'checked', 'applying', 'applied')),
  look jsonb NOT NULL,                        -- what the file was found to be
  mapping jsonb,
  report jsonb,                               -- counts, reasons, unknown names, span and points of the dry run
  named jsonb NOT NULL DEFAULT '{}',          -- the first lines of each fate
  by_id int,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  applied_at timestamptz,
  task_id int,                                -- the last check or import
  change_id int
);
CREATE INDEX data_import_project ON data_import (project_id, id DESC);
CREATE INDEX data_import_file ON data_import (file_id);

CREATE TABLE import_row (                     -- what a dry run read, waiting to be imported: in order, whatever the order of the file
  import_id int NOT NULL,
  point_id int NOT NULL,
  at_ms bigint NOT NULL,
  line int NOT NULL,
  sample text NOT NULL,
  PRIMARY KEY (import_id, point_id, at_ms, line)
);

CREATE TABLE import_mapping (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  format text NOT NULL,
  mapping jsonb NOT NULL,
  by_name text NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX import_mapping_name ON import_mapping (project_id, lower(name));

CREATE TABLE data_export (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  by_id int,
  by_name text NOT NULL,
  ask jsonb NOT NULL,
  file_name text NOT NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,   -- NULL = not ready yet
  bytes bigint,
  task_id int,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX data_export_project ON data_export (project_id, id DESC);
CREATE INDEX data_export_expires ON data_export (expires_at);
CREATE INDEX data_export_file ON data_export (file_id);
