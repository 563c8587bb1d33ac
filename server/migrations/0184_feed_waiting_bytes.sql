-- As bytes: what an instrument sends may hold signs that no text of the database may.
ALTER TABLE feed_waiting ALTER COLUMN uplink TYPE bytea USING convert_to(uplink::text, 'UTF8');
