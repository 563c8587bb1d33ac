-- Soil layers and excavation levels beside casings: each row is all of it from one act on, the newest counts.
CREATE TABLE strata_record (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  layers jsonb NOT NULL,                      -- [{topM, bottomM, soil, name}], from the top down
  excavations jsonb NOT NULL,                 -- [{on, depthM}], by day
  reason text NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX strata_record_point ON strata_record (point_id, id DESC);
