-- A try is counted before the password is looked at, and taken back when it was right: so it has an id of its own.
ALTER TABLE attempt ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
CREATE INDEX attempt_at ON attempt (at);

CREATE TABLE known_address (                  -- where somebody signed in from: tries of others elsewhere do not delay them there
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  ip text NOT NULL,
  at timestamptz NOT NULL,                    -- the last time
  PRIMARY KEY (account_id, ip)
);

-- By project, so that nobody reads counts of projects that he does not see; what came before stays with the corporation.
ALTER TABLE ingest_total ADD COLUMN project_id int NOT NULL DEFAULT 0;
ALTER TABLE ingest_total DROP CONSTRAINT ingest_total_pkey, ADD PRIMARY KEY (corporation_id, day, project_id);
