-- A whole corporation as files to take away.
CREATE TABLE corporation_archive (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  task_id int REFERENCES task ON DELETE SET NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,   -- NULL = not ready yet
  bytes bigint,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX corporation_archive_corporation ON corporation_archive (corporation_id);
