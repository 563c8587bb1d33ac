-- A report of an event is about an alert: its days are those around it, and what it was stays with the report.
ALTER TABLE report DROP CONSTRAINT report_type_check;
ALTER TABLE report ADD CONSTRAINT report_type_check
  CHECK (type IN ('day', 'week', 'month', 'quarter', 'year', 'custom', 'event'));
-- { alertId, at, over, point, structure, level } as of the asking; the alert itself may be gone by now.
ALTER TABLE report ADD COLUMN event jsonb CHECK ((event IS NULL) = (type <> 'event'));
