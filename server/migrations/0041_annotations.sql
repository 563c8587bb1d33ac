-- What happened on site, beside the readings: at one time, or over a span.
CREATE TABLE annotation (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  structure_id int REFERENCES structure ON DELETE CASCADE, -- null = of the whole project
  kind text NOT NULL,
  text text NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz,                                      -- null = at one time
  elevation_m double precision,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (end_at > start_at)
);
CREATE INDEX annotation_project ON annotation (project_id, start_at DESC);
CREATE INDEX annotation_structure ON annotation (structure_id) WHERE structure_id IS NOT NULL;
