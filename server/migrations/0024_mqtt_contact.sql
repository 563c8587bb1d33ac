-- When the connection of a device over MQTT last began or ended: one that connects now and then has its commands wait for it.
ALTER TABLE device_state ADD COLUMN mqtt_at timestamptz;
