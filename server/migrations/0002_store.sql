-- The reading store: sealed segments beside the hot rows, what corrections replaced, and the acts that changed history
-- (docs/decisions/0013). Series tables keep the rules of 0001: keys start with point_id, no triggers, no foreign keys.

-- One number per value: quality + 16 * tests. NULL = nothing was found: every value passed, a null one is missing.
ALTER TABLE reading ADD COLUMN flags int2[], ADD COLUMN device_id int, ADD COLUMN change_id int;
COMMENT ON COLUMN reading.device_id IS 'the device that measured; NULL = by hand';
COMMENT ON COLUMN reading.change_id IS 'the series_change that brought or last rewrote the record; NULL = the gateway';

-- Rows come and go by sealing: freed room is to be found again before the table has grown by a tenth.
ALTER TABLE reading SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

ALTER TABLE reading_history ADD COLUMN flags int2[], ADD COLUMN device_id int, ADD COLUMN change_id int,
  ADD COLUMN by_change_id int;
COMMENT ON COLUMN reading_history.by_change_id IS 'the series_change that replaced the record; NULL = the gateway, a device sent the time again';

CREATE INDEX reading_history_change ON reading_history (by_change_id, point_id) WHERE by_change_id IS NOT NULL;

CREATE TABLE segment (                        -- sealed: at most 4096 records and about 64k values of one point, of one year of UTC
  point_id int NOT NULL,
  t0 timestamptz NOT NULL,                    -- measuring time of the first record
  t1 timestamptz NOT NULL,                    -- and of the last; segments of a point never overlap
  n int NOT NULL,
  format int2 NOT NULL,
  block_ms float8 NOT NULL,                   -- the widest of its blocks of 64 records: whether a chart can do with the summary
  ends int[] NOT NULL,                        -- where each column of payload ends: times, then the fields
  summary_ends int[] NOT NULL,                -- the same of summary
  summary bytea NOT NULL,                     -- per block: first, last, least and most, with their times
  payload bytea NOT NULL,                     -- times and values
  flags bytea,                                -- NULL = every value passed
  raw bytea NOT NULL,                         -- samples, received times, devices, changes: a chart never reads them
  PRIMARY KEY (point_id, t0)
) PARTITION BY RANGE (t0);                    -- a partition a year, made when it is needed (readings.segment.table.ts)
-- The parts are compressed already; EXTERNAL lets a column be read without the others.
ALTER TABLE segment ALTER COLUMN summary SET STORAGE EXTERNAL, ALTER COLUMN payload SET STORAGE EXTERNAL,
  ALTER COLUMN flags SET STORAGE EXTERNAL, ALTER COLUMN raw SET STORAGE EXTERNAL;

CREATE TABLE segment_history (                -- the records that a change replaced or removed, and those an undo took back
  id bigint GENERATED ALWAYS AS IDENTITY,
  point_id int NOT NULL,
  change_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('replaced', 'removed', 'undone')),
  replaced_at timestamptz NOT NULL,
  t0 timestamptz NOT NULL,
  t1 timestamptz NOT NULL,
  n int NOT NULL,
  format int2 NOT NULL,
  ends int[] NOT NULL,
  payload bytea NOT NULL,
  flags bytea,
  raw bytea NOT NULL
);
CREATE INDEX segment_history_point ON segment_history (point_id, change_id);
ALTER TABLE segment_history ALTER COLUMN payload SET STORAGE EXTERNAL, ALTER COLUMN flags SET STORAGE EXTERNAL,
  ALTER COLUMN raw SET STORAGE EXTERNAL;

-- A reading measured after sealed_to cannot meet a sealed one: it takes the fast road. hot counts the rows that came
-- since the last sealing, from hot_since on.
ALTER TABLE point_state ADD COLUMN sealed_to timestamptz, ADD COLUMN hot int NOT NULL DEFAULT 0, ADD COLUMN hot_since timestamptz;
UPDATE point_state SET hot = 1000, hot_since = received_at;

CREATE TABLE series_change (                  -- every act that changes history
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('import', 'entry', 'delete', 'flag', 'recompute', 'correction', 'reset')),
  point_ids int[] NOT NULL,
  from_at timestamptz,
  to_at timestamptz,                          -- NULL = open
  reason text NOT NULL DEFAULT '',
  by_id int,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  task_id int,
  undone_at timestamptz,
  undone_by text
);
CREATE INDEX series_change_points ON series_change USING gin (point_ids);
CREATE INDEX series_change_project ON series_change (project_id, id DESC);
