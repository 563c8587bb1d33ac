-- How the product looks for a corporation, and how much it may have.
ALTER TABLE corporation
  ADD COLUMN product_name text NOT NULL DEFAULT '',     -- empty = Plumbline
  ADD COLUMN favicon text REFERENCES stored_file,
  ADD COLUMN host text UNIQUE,                          -- lower case; at it the sign-in page looks as the corporation does
  ADD COLUMN max_points int,                            -- null = as many as it likes, here and below
  ADD COLUMN max_devices int,
  ADD COLUMN max_storage_bytes bigint;                  -- of stored_file
CREATE INDEX stored_file_corporation ON stored_file (corporation_id) INCLUDE (bytes);
