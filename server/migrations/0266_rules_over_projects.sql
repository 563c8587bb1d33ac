-- An alert rule that holds in several projects: a row in each, with one key. Alone in its project = null.
ALTER TABLE alert_rule ADD COLUMN shared_key uuid;
CREATE INDEX alert_rule_shared ON alert_rule (shared_key) WHERE shared_key IS NOT NULL;
