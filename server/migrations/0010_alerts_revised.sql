-- Alerts of the past judged again after history changed: what was said first stays, what is true now stands beside it.
ALTER TABLE alert
  ADD COLUMN revised boolean,                 -- NULL = never judged again; else whether it stands
  ADD COLUMN by_change_id int;                -- the series_change whose re-evaluation found it; NULL = live
CREATE TABLE alert_revision (                 -- every re-evaluation of an alert; rows are never changed
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id int NOT NULL REFERENCES alert ON DELETE CASCADE,
  change_id int NOT NULL,                     -- the series_change after which it was judged again
  at timestamptz NOT NULL,
  stands boolean NOT NULL,
  level int NOT NULL,                         -- where its rule stands now at that time
  value float8                                -- what is measured there now; NULL = nothing that counts
);
CREATE INDEX alert_revision_alert ON alert_revision (alert_id, id);
-- A crossing that was found afterwards and is still on refreshes and releases like any other.
DROP INDEX alert_running;
CREATE INDEX alert_running ON alert (point_id, threshold_id)
  WHERE released_at IS NULL AND (NOT late OR by_change_id IS NOT NULL) AND status IN ('Pending', 'Notice', 'Confirm');
