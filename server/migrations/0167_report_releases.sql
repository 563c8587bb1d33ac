-- The life of a made report: review, release, seal. What is sealed is changed by nobody: the database itself refuses it.
-- `source` is what the files of a report are written of, kept so that they can be written anew with the same numbers.
ALTER TABLE report_file DROP CONSTRAINT report_file_format_check;
ALTER TABLE report_file ADD CONSTRAINT report_file_format_check CHECK (format ~ '^[a-z0-9]{2,10}$');

CREATE TABLE report_approval (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  roles text[] NOT NULL,
  member_ids int[] NOT NULL,
  maker_may_approve boolean NOT NULL,
  shows_released_by boolean NOT NULL,
  shows_points boolean NOT NULL
);
CREATE TABLE report_review (
  report_id int PRIMARY KEY REFERENCES report ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'inReview', 'approved', 'released', 'withdrawn')),
  version int NOT NULL DEFAULT 1,
  replaces_id int REFERENCES report ON DELETE SET NULL,
  conclusions text NOT NULL DEFAULT '',
  revision int NOT NULL DEFAULT 0,
  conclusions_by text,
  conclusions_at timestamptz,
  task_id int,                                              -- that writes its files anew; null = none does
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  released_by text,
  released_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  code text UNIQUE,                                         -- by which anybody verifies it
  changes jsonb                                             -- ReportChanges of the contract; null = it replaces none
);
CREATE INDEX report_review_project ON report_review (project_id);
CREATE INDEX report_review_replaces ON report_review (replaces_id) WHERE replaces_id IS NOT NULL;
CREATE TABLE report_conclusion (
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  revision int NOT NULL,
  text text NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (report_id, revision)
);
CREATE TABLE report_comment (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  parent_id int REFERENCES report_comment ON DELETE CASCADE,
  section text NOT NULL,
  page int,
  text text NOT NULL,
  by_id int REFERENCES account ON DELETE SET NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  resolved_by text,
  resolved_at timestamptz
);
CREATE INDEX report_comment_report ON report_comment (report_id, id);
CREATE TABLE report_seal (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  number int NOT NULL,                                      -- 1, 2, 3 ... of the project
  report_id int NOT NULL UNIQUE REFERENCES report,
  body text NOT NULL,                                       -- JSON that the hash is made over, with the hash before it
  hash text NOT NULL,                                       -- SHA-256, hexadecimal
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, number)
);
-- Who signs: the certificate of this installation, made at its first use, with its key sealed by the vault.
CREATE TABLE report_signer (
  id int PRIMARY KEY CHECK (id = 1),
  certificates text NOT NULL,                               -- PEM: that of the signer, then that of the installation
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_sealed_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of int := CASE TG_TABLE_NAME WHEN 'report' THEN (to_jsonb(OLD)->>'id')::int ELSE (to_jsonb(OLD)->>'report_id')::int END;
  may text[] := CASE TG_TABLE_NAME
    WHEN 'report' THEN ARRAY['task_id', 'schedule_id', 'by_id', 'expires_at', 'template_id']
    WHEN 'report_review' THEN ARRAY['state', 'task_id', 'replaces_id', 'withdrawn_by', 'withdrawn_at', 'withdrawn_reason']
    ELSE ARRAY[]::text[] END;
BEGIN
  -- A project that is deleted takes its reports along: its row is gone before theirs.
  IF NOT EXISTS (SELECT 1 FROM report_seal s JOIN project p ON p.id = s.project_id
                 WHERE s.report_id = of AND p.deleting_at IS NULL) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - may = to_jsonb(NEW) - may
     AND (TG_TABLE_NAME <> 'report_review' OR to_jsonb(NEW)->>'state' IN ('released', 'withdrawn'))
     AND (TG_TABLE_NAME <> 'report' OR (to_jsonb(NEW)->>'expires_at')::timestamptz > '9000-01-01') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'report % is sealed', of USING ERRCODE = 'raise_exception';
END $$;
CREATE TRIGGER sealed BEFORE UPDATE OR DELETE ON report FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
CREATE TRIGGER sealed BEFORE UPDATE OR DELETE ON report_file FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
CREATE TRIGGER sealed BEFORE UPDATE OR DELETE ON report_review FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
CREATE TRIGGER sealed BEFORE UPDATE OR DELETE ON report_conclusion FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
CREATE TRIGGER sealed BEFORE UPDATE OR DELETE ON report_seal FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
CREATE FUNCTION refuse_more_sealed_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM report_seal WHERE report_id = NEW.report_id) THEN
    RAISE EXCEPTION 'report % is sealed', NEW.report_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sealed_whole BEFORE INSERT ON report_file FOR EACH ROW EXECUTE FUNCTION refuse_more_sealed_files();
