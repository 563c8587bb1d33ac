-- The pair of keys by which push services know this installation (VAPID). The private one is sealed.
CREATE TABLE push_key (
  id int PRIMARY KEY CHECK (id = 1),
  public_key text NOT NULL,                -- base64url, uncompressed point of P-256
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Browsers to which alerts are pushed. Each belongs to the session in which it was switched on, and goes when somebody ends that;
-- a session that runs out by its time stays for it (users.sessions.api.ts).
CREATE TABLE push_subscription (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  token_id int NOT NULL REFERENCES token ON DELETE CASCADE,
  endpoint_hash bytea NOT NULL UNIQUE,     -- SHA-256: one browser is of one person
  sealed text NOT NULL,                    -- address and keys of the browser
  host text NOT NULL,                      -- of the push service
  browser text,                            -- as it named itself; null = unknown
  system text,
  level_from smallint NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id);
CREATE INDEX push_subscription_token ON push_subscription (token_id);

ALTER TABLE delivery ADD COLUMN push_id int REFERENCES push_subscription ON DELETE SET NULL; -- of a push
CREATE INDEX delivery_push ON delivery (push_id) WHERE push_id IS NOT NULL;
