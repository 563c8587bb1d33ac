-- Client certificates of devices: by whom a corporation knows them, what was issued or seen, and who comes in by one alone.
CREATE TABLE certificate_authority (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  is_own boolean NOT NULL,                     -- made here, with its key
  name text NOT NULL,
  certificate text NOT NULL,                   -- PEM
  fingerprint bytea NOT NULL,                  -- SHA-256 of the certificate
  sealed_key text,                             -- of one's own: sealed, see kernel/secret-box.ts
  ends_at timestamptz NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz                       -- lets nobody in from then on; the row stays, for what was revoked stays revoked
);
CREATE UNIQUE INDEX certificate_authority_fingerprint ON certificate_authority (corporation_id, fingerprint);
-- One that issues at a time.
CREATE UNIQUE INDEX certificate_authority_own ON certificate_authority (corporation_id) WHERE is_own AND removed_at IS NULL;
CREATE TABLE device_certificate (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  authority_id int NOT NULL REFERENCES certificate_authority ON DELETE CASCADE,
  serial text NOT NULL,
  fingerprint bytea NOT NULL,
  origin text NOT NULL CHECK (origin IN ('made', 'request', 'seen')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text NOT NULL DEFAULT '',
  warned smallint NOT NULL DEFAULT 0           -- of its end: 1 = that it comes, 2 = that it has come
);
CREATE UNIQUE INDEX device_certificate_fingerprint ON device_certificate (device_id, fingerprint);
CREATE INDEX device_certificate_authority ON device_certificate (authority_id);
-- The secret of these devices lets nobody in.
CREATE TABLE certificate_rule (
  device_id int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
