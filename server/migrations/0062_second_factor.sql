-- A second factor at sign-in: codes of an authenticator app (RFC 6238), and recovery codes, each good once.
CREATE TABLE second_factor (
  account_id int PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  sealed text NOT NULL,              -- its secret, encrypted with the key beside the data
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,          -- null = no first code yet: it is not asked for
  last_step int NOT NULL DEFAULT 0   -- the 30 seconds of the last accepted code: it and those before are used up
);
CREATE TABLE recovery_code (
  account_id int NOT NULL REFERENCES second_factor ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (account_id, hash)
);
ALTER TABLE corporation ADD COLUMN second_factor_demanded boolean NOT NULL DEFAULT false;
-- A challenge: the password was right, the code is still to come. It opens nothing.
ALTER TABLE token DROP CONSTRAINT token_kind_check;
ALTER TABLE token ADD CONSTRAINT token_kind_check CHECK (kind IN ('session', 'access', 'challenge'));
