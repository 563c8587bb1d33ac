-- Word documents of people that templates of reports have. A version keeps the one that it had; each is stored once.
CREATE TABLE report_template_word (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id int NOT NULL REFERENCES report_template ON DELETE CASCADE,
  name text NOT NULL,
  bytes int NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  tags jsonb NOT NULL,                                      -- what it asks for: WordDocument.tags of the contract
  faults jsonb NOT NULL,                                    -- what is wrong in it, whatever project uses it
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX report_template_word_template ON report_template_word (template_id, id);
ALTER TABLE report_template_version ADD COLUMN word_id int REFERENCES report_template_word ON DELETE SET NULL;
CREATE INDEX report_template_version_word ON report_template_version (word_id) WHERE word_id IS NOT NULL;
