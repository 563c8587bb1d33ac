-- Map layers: what a site looks like, under its points. Each keeps the files that it was drawn from.
CREATE TABLE map_layer (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int REFERENCES structure ON DELETE SET NULL, -- null = of the site
  name text NOT NULL,
  kind text NOT NULL,
  opacity_percent int NOT NULL DEFAULT 100 CHECK (opacity_percent BETWEEN 10 AND 100),
  is_hidden boolean NOT NULL DEFAULT false,
  sort int NOT NULL,                                        -- the lowest is drawn first
  version_id int,                                           -- the one that is drawn; null = none is read yet
  CONSTRAINT map_layer_name UNIQUE (project_id, name)
);
CREATE INDEX map_layer_structure ON map_layer (structure_id) WHERE structure_id IS NOT NULL;
CREATE TABLE map_layer_version (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  layer_id int NOT NULL REFERENCES map_layer ON DELETE CASCADE,
  file_id text NOT NULL REFERENCES stored_file,
  file_name text NOT NULL,
  format text NOT NULL,
  bytes bigint NOT NULL,
  digest text NOT NULL,                                     -- SHA-256 of the file: a layer keeps the same one once
  shown_on date,                                            -- the day that it shows the site on
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  task_id int,
  state text NOT NULL DEFAULT 'reading',                    -- reading, ready, failed
  error text,
  error_detail jsonb,
  content_id text REFERENCES stored_file,                   -- what is drawn of it; null = not read
  contents jsonb,
  UNIQUE (layer_id, digest)
);
ALTER TABLE map_layer ADD FOREIGN KEY (version_id) REFERENCES map_layer_version ON DELETE SET NULL;
CREATE INDEX map_layer_shown ON map_layer (version_id) WHERE version_id IS NOT NULL;
