-- 3D tiles of a project, and files whose bytes are still to be taken away (docs/decisions/0028).

CREATE TABLE tileset (                        -- 3D tiles: kept and checked; what shows them comes with its own issue
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  url text,                                   -- where its tileset.json lies, or
  file_id text REFERENCES stored_file,        -- the tileset.json itself
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((url IS NULL) <> (file_id IS NULL))
);
CREATE UNIQUE INDEX tileset_name ON tileset (project_id, lower(name));

CREATE TABLE file_removal (                   -- written with the act that forgets a file: a crash leaves no bytes behind
  id text PRIMARY KEY
);
