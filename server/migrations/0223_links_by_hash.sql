-- A view that was linked to before is found by the hash of its address, which the server makes. A cast of text to bytea took a
-- backslash for the beginning of a byte: an address that ends in one failed, and `\x41` and `A` were one link.
ALTER TABLE view_link ADD COLUMN query_hash bytea;
UPDATE view_link SET query_hash = sha256(convert_to(query, 'UTF8'));
ALTER TABLE view_link ALTER COLUMN query_hash SET NOT NULL;
DROP INDEX view_link_query;
CREATE UNIQUE INDEX view_link_query ON view_link (project_id, query_hash);
