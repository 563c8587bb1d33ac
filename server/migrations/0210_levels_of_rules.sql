-- Where each rule stood, by the time of measurement: a row when its level moved. What arrives late is judged from the level that
-- the rule had then. Alerts alone do not say it: a rule that falls from orange to a blue that it never rose to has no alert of blue.
CREATE TABLE alert_level (
  point_id int NOT NULL,
  threshold_id int NOT NULL,
  at timestamptz NOT NULL,
  level int NOT NULL,
  PRIMARY KEY (point_id, threshold_id, at)
);

-- An alert that a late reading had raised was of that one reading: it was over with it.
UPDATE alert SET released_at = reading_at
WHERE late AND by_change_id IS NULL AND condition_id IS NULL AND released_at IS NULL;

-- What is known of the past: rises and releases of alerts.
INSERT INTO alert_level (point_id, threshold_id, at, level)
SELECT DISTINCT moved.point_id, moved.threshold_id, moved.at, coalesce((
  SELECT max(a.level) FROM alert a
  WHERE a.point_id = moved.point_id AND a.threshold_id = moved.threshold_id AND a.upheld IS NOT FALSE AND a.released_at IS DISTINCT FROM a.reading_at
    AND a.reading_at <= moved.at AND (a.released_at IS NULL OR a.released_at > moved.at)), 0)
FROM (
  SELECT point_id, threshold_id, unnest(ARRAY[reading_at, released_at]) AS at FROM alert
  WHERE threshold_id IS NOT NULL AND upheld IS NOT FALSE AND released_at IS DISTINCT FROM reading_at
) moved
WHERE moved.at IS NOT NULL;

ALTER TABLE alert_state DROP COLUMN late_level, DROP COLUMN late_at;
