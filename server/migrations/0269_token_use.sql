-- How often programs called with an access token, and how often they were made to wait: counted in memory, added here now and then.
CREATE TABLE token_use (
  token_id int PRIMARY KEY REFERENCES token ON DELETE CASCADE,
  calls bigint NOT NULL,
  refused bigint NOT NULL,
  refused_at timestamptz
);
