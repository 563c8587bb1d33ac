-- How many messages of alerts below red one recipient gets by one way in ten minutes; what comes beyond is collected and sent
-- together. null = no cap.
ALTER TABLE alert_rule ADD COLUMN flood_cap smallint DEFAULT 10;

ALTER TABLE delivery ADD COLUMN digest_id int REFERENCES delivery ON DELETE SET NULL; -- the message in which it went
ALTER TABLE delivery DROP CONSTRAINT delivery_state_check;
ALTER TABLE delivery ADD CONSTRAINT delivery_state_check
  CHECK (state IN ('queued', 'collected', 'sent', 'failed', 'withheld', 'noChannel'));
CREATE INDEX delivery_collected ON delivery (project_id, medium, recipient) WHERE state = 'collected' AND digest_id IS NULL;
CREATE INDEX delivery_recent ON delivery (project_id, recipient, created_at);
CREATE INDEX delivery_digest ON delivery (digest_id) WHERE digest_id IS NOT NULL;
