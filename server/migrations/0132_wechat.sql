-- Signing in by WeChat.
CREATE TABLE wechat_attempt (
  challenge_hash bytea PRIMARY KEY,
  state_hash bytea NOT NULL,           -- goes with the browser to WeChat and back
  code_hash bytea,                     -- of what WeChat gave; null = it has not come back
  open_id text,                        -- who came back
  union_id text,
  nickname text NOT NULL DEFAULT '',
  expires_at timestamptz NOT NULL
);
-- Who of WeChat opens an account. One person may have several accounts.
CREATE TABLE wechat_binding (
  account_id int PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  open_id text NOT NULL,
  union_id text,
  nickname text NOT NULL,
  bound_at timestamptz NOT NULL
);
CREATE INDEX wechat_binding_open_id ON wechat_binding (open_id);
