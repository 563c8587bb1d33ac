-- Single sign-on by OpenID Connect.
CREATE TABLE sso_connection (
  corporation_id int PRIMARY KEY REFERENCES corporation ON DELETE CASCADE,
  enabled boolean NOT NULL,
  domain text NOT NULL UNIQUE,         -- lower case
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed text,                         -- the client's secret, encrypted with the key beside the data; null = a public client
  first_sign_in text NOT NULL CHECK (first_sign_in IN ('refuse', 'create')),
  username_claim text NOT NULL,
  groups_claim text NOT NULL,
  groups jsonb NOT NULL DEFAULT '[]'
);
-- A sign-on between its redirect and its return. It belongs to the browser that has the challenge.
CREATE TABLE sso_attempt (
  challenge_hash bytea PRIMARY KEY,
  corporation_id int NOT NULL REFERENCES sso_connection ON DELETE CASCADE,
  sealed text NOT NULL,                -- state, nonce and PKCE verifier
  redirect_uri text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_attempt_corporation ON sso_attempt (corporation_id);
-- Whose account somebody of an identity provider has.
CREATE TABLE sso_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id int NOT NULL UNIQUE REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  corporation_id int NOT NULL REFERENCES corporation ON DELETE CASCADE,
  PRIMARY KEY (corporation_id, issuer, subject)
);
-- By what a session can be ended at the provider too.
CREATE TABLE sso_session (
  token_id int PRIMARY KEY REFERENCES token ON DELETE CASCADE,
  corporation_id int NOT NULL,
  sealed text NOT NULL                 -- its id token
);
-- Opened by more than a password: an identity provider, a passkey. What the corporation demands is done.
ALTER TABLE token ADD COLUMN strong boolean NOT NULL DEFAULT false;
