-- How masters were set up from when on: their slaves in order, and how these lie. Each row is an act and is never changed: of those that
-- had begun by a time the newest act says what was so at it. The newest of all is what the point holds; a master that was never
-- changed has none.
CREATE TABLE master_version (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  from_at timestamptz,                        -- NULL = from the beginning
  slaves jsonb NOT NULL,                      -- [{pointId}], in order
  master_config jsonb,
  reason text NOT NULL DEFAULT '',
  by_name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX master_version_point ON master_version (point_id, id DESC);
-- Whose past a point is part of.
CREATE INDEX master_version_slaves ON master_version USING gin (slaves jsonb_path_ops);

-- A line may be closed on an end that is known.
UPDATE point SET master_config = '{"closing": null}'::jsonb || master_config WHERE master_config IS NOT NULL;
