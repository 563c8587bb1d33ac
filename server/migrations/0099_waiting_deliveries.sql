-- How many messages wait for a recipient: few among all that were ever sent.
CREATE INDEX delivery_waiting ON delivery (project_id, medium, recipient) WHERE state = 'queued';
