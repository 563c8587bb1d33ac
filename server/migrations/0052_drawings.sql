-- Drawings of structures in their own plane, the files that each was drawn from, and the points that lie on them.
CREATE TABLE drawing (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  structure_id int NOT NULL REFERENCES structure,             -- of a structure or an item
  name text NOT NULL,
  plane text NOT NULL,                                        -- elevation, section, plan, lining
  scale jsonb,                                                -- two known points; null = not to scale
  sort int NOT NULL,
  version_id int,                                             -- the one that is shown
  CONSTRAINT drawing_name UNIQUE (structure_id, name)
);
CREATE TABLE drawing_version (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  drawing_id int NOT NULL REFERENCES drawing ON DELETE CASCADE,
  file_id text NOT NULL REFERENCES stored_file,               -- of an SVG: what was taken of it
  file_name text NOT NULL,
  format text NOT NULL,
  bytes bigint NOT NULL,
  digest text NOT NULL,                                       -- SHA-256 of the file as it was brought
  width double precision NOT NULL CHECK (width > 0),
  height double precision NOT NULL CHECK (height > 0),
  left_out int NOT NULL,
  is_themed boolean NOT NULL,
  shown_on date,                                              -- the day that it shows the structure on
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (drawing_id, digest)
);
ALTER TABLE drawing ADD FOREIGN KEY (version_id) REFERENCES drawing_version;
CREATE INDEX drawing_shown ON drawing (version_id);
CREATE TABLE drawing_place (
  drawing_id int NOT NULL REFERENCES drawing ON DELETE CASCADE,
  point_id int NOT NULL REFERENCES point,
  x double precision NOT NULL CHECK (x BETWEEN 0 AND 1),      -- shares of the drawing from its upper left
  y double precision NOT NULL CHECK (y BETWEEN 0 AND 1),
  by_name text NOT NULL,
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (drawing_id, point_id)
);
CREATE INDEX drawing_place_point ON drawing_place (point_id);
