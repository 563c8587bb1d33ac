-- Of an alert that a vibration event raised: which one, its axis and its frequency. No foreign key: alerts outlive their event.
ALTER TABLE alert ADD COLUMN event jsonb;
-- An event raises one alert of a rule.
CREATE UNIQUE INDEX alert_event ON alert (point_id, reading_at, threshold_id, (event->>'waveformId')) WHERE event IS NOT NULL;

-- Alerts that came late run on as others do.
DROP INDEX alert_running;
CREATE INDEX alert_running ON alert (point_id, threshold_id)
  WHERE released_at IS NULL AND status IN ('Pending', 'Notice', 'Confirm');
