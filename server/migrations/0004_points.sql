-- Measuring points in full: kinds, settings tabs, device groups by time, threshold templates, charts and characteristics
-- (docs/decisions/0016).

ALTER TABLE point
  ADD COLUMN slaves jsonb NOT NULL DEFAULT '[]',           -- [{pointId, variable?, field?}], in order
  ADD COLUMN master_config jsonb,
  ADD COLUMN collect_mode text NOT NULL DEFAULT 'UploadCollect',
  ADD COLUMN network_id text NOT NULL DEFAULT '',
  ADD COLUMN lock_location boolean NOT NULL DEFAULT false,
  ADD COLUMN auto_get_history boolean NOT NULL DEFAULT false,
  ADD COLUMN only_sort int,                                -- place among the points of a structure; NULL = by name
  ADD COLUMN timed_photographing text[] NOT NULL DEFAULT '{}',
  ADD COLUMN backup_nodes int[] NOT NULL DEFAULT '{}',
  ADD COLUMN image text REFERENCES stored_file,
  ADD COLUMN image_x float8,                               -- on the structure's picture, 0..1 from the upper left
  ADD COLUMN image_y float8,
  ADD COLUMN deprecated_at timestamptz,                    -- takes no readings, hidden unless asked for
  ADD COLUMN processing jsonb,                             -- settings tabs; NULL = as the contract begins
  ADD COLUMN chart_config jsonb,
  ADD COLUMN gnss_config jsonb,
  ADD COLUMN offline_config jsonb,
  ADD COLUMN tasks_config jsonb,
  ADD COLUMN tc_config jsonb,
  ADD CHECK (type BETWEEN 0 AND 3),
  ADD CHECK ((image_x IS NULL) = (image_y IS NULL));
-- Which composites and masters are made of a point.
CREATE INDEX point_slaves ON point USING gin (slaves jsonb_path_ops);
-- A deprecated point lets its name go.
DROP INDEX point_name;
CREATE UNIQUE INDEX point_name ON point (structure_id, lower(name)) WHERE deprecated_at IS NULL;

CREATE TABLE device_group (                   -- which device and channel fed a point, and the conversion of that time
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  device_id int REFERENCES device ON DELETE SET NULL,
  sncode text NOT NULL DEFAULT '',            -- stays when the device is gone
  channel text NOT NULL DEFAULT '',
  collector_id int REFERENCES device ON DELETE SET NULL,
  dtu_id int REFERENCES device ON DELETE SET NULL,
  conversion jsonb,                           -- {type, mode, formulaType, parameters, customFormula, initialValues}, sealed when a later group began; NULL = as the point stands
  from_at timestamptz NOT NULL,
  to_at timestamptz,                          -- NULL = it feeds the point now
  migration text NOT NULL DEFAULT 'none' CHECK (migration IN ('none', 'notMigrated', 'completed', 'cancelled')),
  migrated_at timestamptz,                    -- when its data was last migrated
  by_name text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT ''
);
CREATE INDEX device_group_point ON device_group (point_id, from_at);
CREATE UNIQUE INDEX device_group_current ON device_group (point_id) WHERE to_at IS NULL;
CREATE INDEX device_group_device ON device_group (device_id);
CREATE INDEX device_group_collector ON device_group (collector_id);
CREATE INDEX device_group_dtu ON device_group (dtu_id);
INSERT INTO device_group (point_id, device_id, sncode, channel, from_at)
  SELECT p.id, p.device_id, d.sncode, p.channel, p.created_at FROM point p JOIN device d ON d.id = p.device_id;

CREATE TABLE threshold_template (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int REFERENCES corporation ON DELETE CASCADE,  -- NULL = comes with Plumbline
  code text UNIQUE,                           -- of those that come with Plumbline: their words are in the language packs
  name text NOT NULL,
  family text,
  field text,
  basis text NOT NULL CHECK (basis IN ('levels', 'ratio')),
  kind text NOT NULL,
  method text NOT NULL,
  levels float8[] NOT NULL,
  base text NOT NULL DEFAULT 'value',
  combine text NOT NULL DEFAULT 'and',
  rate_levels float8[],
  release_ratio float8 NOT NULL DEFAULT 0.95,
  release_count int NOT NULL DEFAULT 2,
  consecutive int NOT NULL DEFAULT 1,
  note text NOT NULL DEFAULT '',
  CHECK ((corporation_id IS NULL) = (code IS NOT NULL))
);
CREATE UNIQUE INDEX threshold_template_name ON threshold_template (corporation_id, lower(name));
-- Per cent of the control value of the design.
INSERT INTO threshold_template (code, name, basis, kind, method, levels, rate_levels) VALUES
  ('ratioValue', 'Value 60/70/85/100 %', 'ratio', 'value', 'twoSided', '{60,70,85,100}', NULL),
  ('ratioCumulative', 'Cumulative 60/70/85/100 %', 'ratio', 'cumulative', 'twoSided', '{60,70,85,100}', NULL),
  ('ratioRate', 'Rate 60/70/85/100 %', 'ratio', 'rate', 'twoSided', '{60,70,85,100}', NULL),
  ('ratioBoth', 'Both 60/70/85/100 %', 'ratio', 'multi', 'twoSided', '{60,70,85,100}', '{60,70,85,100}');
UPDATE threshold_template SET base = 'cumulative' WHERE code = 'ratioBoth';

CREATE TABLE point_chart_setting (            -- what one view of a point remembers
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  chart text NOT NULL,
  setting jsonb NOT NULL,
  PRIMARY KEY (point_id, chart)
);

CREATE TABLE custom_chart (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  series jsonb NOT NULL,                      -- [{pointId, field, measure, axis, label}]
  axes jsonb NOT NULL,                        -- {left, right}
  span_seconds int NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX custom_chart_name ON custom_chart (project_id, lower(name));

CREATE TABLE characteristic (                 -- a quantity computed from the fields of a family
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name text NOT NULL,
  family text NOT NULL,
  formula text NOT NULL,
  unit text NOT NULL,
  precision int NOT NULL
);
CREATE UNIQUE INDEX characteristic_name ON characteristic (project_id, lower(name));
