-- Status pages: what outsiders see of a project by a link of its own.
CREATE TABLE status_page (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  title text NOT NULL,
  note text NOT NULL,
  language text NOT NULL,
  curve_days int NOT NULL,
  show_alerts boolean NOT NULL,
  expires_at timestamptz,                 -- null = until somebody ends it
  token_hash bytea NOT NULL UNIQUE,       -- SHA-256 of the link's token, which is stored nowhere
  linked_at timestamptz NOT NULL,
  openings int NOT NULL DEFAULT 0,
  last_opened_at timestamptz,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (project_id, title)
);
CREATE TABLE status_page_structure (
  page_id int NOT NULL REFERENCES status_page ON DELETE CASCADE,
  structure_id int NOT NULL REFERENCES structure ON DELETE CASCADE,
  PRIMARY KEY (page_id, structure_id)
);
CREATE INDEX status_page_structure_structure ON status_page_structure (structure_id);
CREATE TABLE status_page_point (
  page_id int NOT NULL REFERENCES status_page ON DELETE CASCADE,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  PRIMARY KEY (page_id, point_id)
);
CREATE INDEX status_page_point_point ON status_page_point (point_id);
