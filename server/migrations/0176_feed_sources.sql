-- Feeds that are fetched by the clock: files of an FTP server, attachments of a mailbox; and how far each was fetched.
ALTER TABLE feed DROP CONSTRAINT feed_kind_check;
ALTER TABLE feed ADD CONSTRAINT feed_kind_check
  CHECK (kind IN ('webhook', 'broker', 'externalBroker', 'folder', 'edge', 'ftp', 'mailbox'));
CREATE TABLE feed_cursor (
  feed_id int PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
  cursor jsonb NOT NULL                        -- of ftp {files: {name: size and time}}, of a mailbox {validity, uid}
);
