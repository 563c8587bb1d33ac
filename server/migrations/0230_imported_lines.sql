-- Which lines of a file each reading came from, a batch of an import in one row: readings themselves are never rewritten.
CREATE TABLE imported_line (
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  change_id int NOT NULL REFERENCES series_change ON DELETE CASCADE,
  from_ms bigint NOT NULL,                    -- measuring time of its first reading
  to_ms bigint NOT NULL,                      -- and of its last
  times bigint[] NOT NULL,                    -- ascending, epoch ms
  first_lines int[] NOT NULL,                 -- of each time: a reading may be put together from several lines
  last_lines int[] NOT NULL,
  factors jsonb NOT NULL,                     -- how the numbers of the file were turned into quantities, by the mapping of then
  PRIMARY KEY (point_id, change_id, from_ms)
);
CREATE INDEX imported_line_change ON imported_line (change_id);
