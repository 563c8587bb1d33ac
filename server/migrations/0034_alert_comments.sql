-- What people say of an alert stands in its history: a comment changes nothing of it. Many are settled at once.
ALTER TABLE alert_change DROP CONSTRAINT alert_change_kind_check;
ALTER TABLE alert_change ADD CONSTRAINT alert_change_kind_check CHECK (kind IN ('raised', 'released', 'changed', 'comment'));
