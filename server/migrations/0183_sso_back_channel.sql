-- By what an identity provider names a session that it ends (OpenID Connect Back-Channel Logout 1.0), and what it said already.
ALTER TABLE sso_session ADD COLUMN sid text;
CREATE INDEX sso_session_sid ON sso_session (corporation_id, sid) WHERE sid IS NOT NULL;
CREATE TABLE sso_logout (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
