-- What an access token may do, of what its owner may: { permissions, projectIds (null = every project) }. NULL = all of it,
-- as tokens from before.
ALTER TABLE token ADD COLUMN scope jsonb;
