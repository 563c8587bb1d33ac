-- Edges: feeds whose sender is a process of ours at a site, which keeps what the link to the centre does not take.
ALTER TABLE feed DROP CONSTRAINT feed_kind_check;
ALTER TABLE feed ADD CONSTRAINT feed_kind_check CHECK (kind IN ('webhook', 'broker', 'externalBroker', 'folder', 'edge'));
CREATE TABLE feed_edge (
  feed_id int PRIMARY KEY REFERENCES feed ON DELETE CASCADE,
  at timestamptz NOT NULL,                     -- when it said so
  sign jsonb NOT NULL                          -- what it said last: {version, waiting, dropped, siren, ...}
);
