-- What the quality tests of a point remember of its readings (spike, rate of change, flat line): only for points whose
-- tests look back. Written in the transaction of the readings. A series table: no foreign key.
CREATE TABLE quality_state (
  point_id int PRIMARY KEY,
  state jsonb NOT NULL                        -- the judge's own (science/src/quality/judge-quality.ts)
) WITH (fillfactor = 70);
