-- A session in which an administrator sees as somebody else: it ends with the administrator's own.
ALTER TABLE token ADD COLUMN viewer_token_id int REFERENCES token ON DELETE CASCADE;
CREATE INDEX token_viewer ON token (viewer_token_id) WHERE viewer_token_id IS NOT NULL;
