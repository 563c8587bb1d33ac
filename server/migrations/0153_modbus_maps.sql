-- What a control system reads of a project over Modbus TCP.
CREATE TABLE modbus_map (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  unit int NOT NULL UNIQUE CHECK (unit BETWEEN 1 AND 247), -- by which the project is asked for, in the whole installation
  enabled boolean NOT NULL,
  networks jsonb NOT NULL,                     -- addresses and networks that may read it
  keeps_stale boolean NOT NULL,
  rows jsonb NOT NULL,                         -- [{address, pointId, field, type, order, scale}]
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
