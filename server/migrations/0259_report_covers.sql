-- Covers that firms have for the workbooks of their reports. A version of a template keeps the one that it had; each is stored once.
CREATE TABLE report_template_cover (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id int NOT NULL REFERENCES report_template ON DELETE CASCADE,
  name text NOT NULL,
  bytes int NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  sheets jsonb NOT NULL,                                    -- the names of its sheets, in their order
  tags jsonb NOT NULL,                                      -- what it asks for: ExcelCover.tags of the contract
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX report_template_cover_template ON report_template_cover (template_id, id);
ALTER TABLE report_template_version ADD COLUMN cover_id int REFERENCES report_template_cover ON DELETE SET NULL;
CREATE INDEX report_template_version_cover ON report_template_version (cover_id) WHERE cover_id IS NOT NULL;
