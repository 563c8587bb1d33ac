-- The link by which a calendar program follows the duties of an account; its token is kept as its hash alone.
CREATE TABLE duty_calendar (
  account_id int PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  made_at timestamptz NOT NULL,
  read_at timestamptz
);
