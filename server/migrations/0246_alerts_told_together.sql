-- Alerts of a structure that rise together are told of together: each follows the first of them.
CREATE TABLE storm_alert (
  alert_id int PRIMARY KEY REFERENCES alert ON DELETE CASCADE,
  first_id int NOT NULL REFERENCES alert ON DELETE CASCADE, -- itself, where it is the first
  at timestamptz NOT NULL
);
CREATE INDEX storm_alert_first ON storm_alert (first_id);
ALTER TABLE delivery ADD COLUMN storm_id int; -- the first alert of those that are told of together
CREATE INDEX delivery_storm ON delivery (storm_id, medium, recipient) WHERE storm_id IS NOT NULL;
