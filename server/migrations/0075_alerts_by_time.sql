-- Alerts of a project by when they were raised: what was raised in a month is counted without reading the years before.
CREATE INDEX alert_raised ON alert (project_id, raised_at);
