-- Deliveries that wait: few among all that were ever sent.
CREATE INDEX delivery_queued ON delivery (next_try_at) WHERE state = 'queued';
