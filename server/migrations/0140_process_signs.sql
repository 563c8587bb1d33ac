-- Signs of life of the processes of this installation, with what only the process itself can know.
CREATE TABLE process_sign (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  pid int NOT NULL,
  roles text[] NOT NULL,
  version text NOT NULL,
  node text NOT NULL,
  started_at timestamptz NOT NULL,
  beat_at timestamptz NOT NULL,           -- by the clock of the database
  facts jsonb NOT NULL                    -- ProcessFacts: disks, certificate, backup, obstacles
);
