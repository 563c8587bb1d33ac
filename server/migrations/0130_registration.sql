-- Codes that prove a telephone number or mailbox, forgotten passwords, and registration by codes of 44 digits.
CREATE TABLE verification (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  challenge_hash bytea NOT NULL UNIQUE,  -- of what the request was answered with
  code_hash bytea NOT NULL,              -- of challenge and code: six digits alone could be guessed from a copy of the database
  purpose text NOT NULL CHECK (purpose IN ('register', 'recover', 'address')),
  subject text NOT NULL,                 -- whom it is for: a registration code or account by its id, or a username as it was typed
  account_id int REFERENCES account ON DELETE CASCADE,  -- null = of nobody: it opens nothing
  address text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,                   -- null = nobody was found who is to have it
  used_at timestamptz
);
CREATE INDEX verification_address ON verification (address, sent_at);
CREATE INDEX verification_account ON verification (account_id);
-- Where an account is sent a code when its password is forgotten; proved by a code.
CREATE TABLE recovery_address (
  account_id int PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  address text NOT NULL,
  verified_at timestamptz NOT NULL
);
CREATE TABLE registration_code (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,            -- SHA-256: 44 random digits need no slow hash
  note text NOT NULL,
  corporation_id int REFERENCES corporation ON DELETE CASCADE,  -- null = it opens a corporation
  type text NOT NULL CHECK (type IN ('Admin', 'Manager', 'Normal')),
  max_points int,                        -- of the new corporation; null = as many as it likes, here and below
  max_devices int,
  max_storage_bytes bigint,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by text,                          -- the username that it opened
  opened_corporation_id int REFERENCES corporation ON DELETE SET NULL,
  revoked_at timestamptz
);
CREATE INDEX registration_code_corporation ON registration_code (corporation_id);
CREATE INDEX registration_code_opened ON registration_code (opened_corporation_id);
-- Usernames of people who register in a corporation begin with its prefix and a dot.
ALTER TABLE corporation ADD COLUMN prefix text UNIQUE;
