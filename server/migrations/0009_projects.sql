-- Projects and structures in full: pictures, ways to end a project, settings of display, documents (docs/decisions/0022).

ALTER TABLE project
  ADD COLUMN logo text REFERENCES stored_file,
  ADD COLUMN retired_at timestamptz,          -- deleted with its data kept: read-only, out of the lists, its name free
  ADD COLUMN deleting_at timestamptz,         -- a task deletes it piece by piece; nobody sees it any more
  ADD COLUMN report_config jsonb,             -- NULL = as the contract begins
  ADD COLUMN gradings jsonb,
  ADD CHECK (purpose BETWEEN 0 AND 2);
DROP INDEX project_name;
CREATE UNIQUE INDEX project_name ON project (corporation_id, lower(name)) WHERE retired_at IS NULL AND deleting_at IS NULL;

ALTER TABLE structure
  ADD COLUMN sort int,                        -- place among those beside it; NULL = by name, after those that have one
  ADD COLUMN image_x float8,                  -- an item on the picture of its structure, 0..1 from the upper left
  ADD COLUMN image_y float8,
  ADD COLUMN type_options jsonb,              -- settings; NULL = none yet
  ADD COLUMN bim_config jsonb,
  ADD COLUMN cesium_config jsonb,
  ADD COLUMN coordinate_config jsonb,
  ADD COLUMN gnss_config jsonb,
  ADD CHECK ((image_x IS NULL) = (image_y IS NULL)),
  ADD CHECK (display_type IN ('MAP', 'IMG', 'BIM', 'CESIUM'));
CREATE INDEX structure_project ON structure (project_id);

CREATE TABLE structure_member (               -- who looks after a structure; rights are those of the project
  structure_id int NOT NULL REFERENCES structure ON DELETE CASCADE,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  duty text NOT NULL CHECK (duty IN ('responsible', 'deputy', 'viewer')),
  PRIMARY KEY (structure_id, account_id)
);
CREATE INDEX structure_member_account ON structure_member (account_id);

CREATE TABLE document (                       -- a file that belongs to a project
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,                         -- as people see it, with its ending
  type text NOT NULL,                         -- the ending, in lower case
  bytes bigint NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  note text NOT NULL DEFAULT '',
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX document_project ON document (project_id, created_at DESC);
