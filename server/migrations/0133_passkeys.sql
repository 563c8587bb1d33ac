-- Passkeys: public keys of devices and password managers (WebAuthn).
CREATE TABLE passkey (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,             -- of signatures; 0 where the device does not count
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_account ON passkey (account_id);
-- What a passkey is to sign, once.
CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  account_id int REFERENCES account ON DELETE CASCADE,  -- who makes one; null = somebody signs in
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_account ON passkey_challenge (account_id);
