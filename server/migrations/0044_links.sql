-- Short links to what somebody saw in the data view.
CREATE TABLE view_link (
  code text PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  query text NOT NULL,                                     -- what stands in the address behind the ?
  by_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX view_link_query ON view_link (project_id, sha256(query::bytea));
