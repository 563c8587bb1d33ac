-- Calls that read an alert out: a medium of its own beside SMS.
ALTER TABLE channel DROP CONSTRAINT channel_medium_check;
ALTER TABLE channel ADD CONSTRAINT channel_medium_check CHECK (medium IN ('email', 'sms', 'voice', 'hook'));

ALTER TABLE alert_rule ADD COLUMN calls text[] NOT NULL DEFAULT '{}'; -- numbers that are called
ALTER TABLE contact ADD COLUMN call_from smallint;                    -- level from which on the mobile is called; null = never
