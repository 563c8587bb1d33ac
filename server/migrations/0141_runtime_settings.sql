-- Settings that may change while the installation runs: what is here counts, else what the environment says.
CREATE TABLE runtime_setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL,                   -- of a secret: sealed (kernel/secret-box.ts)
  account_id int REFERENCES account ON DELETE SET NULL,
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
