-- Photos of a point, taken on site.
CREATE TABLE photo (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id int NOT NULL REFERENCES point (id),
  photographed_at timestamptz NOT NULL,
  note text NOT NULL,
  file_id text NOT NULL REFERENCES stored_file,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  digest text NOT NULL,            -- SHA-256 of the file: the same photo is kept once
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (point_id, digest)
);
CREATE INDEX photo_point ON photo (point_id, photographed_at DESC);
