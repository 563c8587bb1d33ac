-- The edge at which a device was last connected, and whether it is so as the edge said last. Where the edge is silent nobody knows.
ALTER TABLE device_state ADD COLUMN edge_feed_id int REFERENCES feed ON DELETE SET NULL;
ALTER TABLE device_state ADD COLUMN edge_connected boolean NOT NULL DEFAULT false;
CREATE INDEX device_state_edge ON device_state (edge_feed_id) WHERE edge_feed_id IS NOT NULL;
