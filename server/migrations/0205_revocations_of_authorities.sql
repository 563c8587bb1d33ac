-- What an authority of theirs has issued and lets nobody in, also before it was ever used: by people, and by the list (CRL) that the
-- authority signs.
CREATE TABLE authority_revocation (
  authority_id int NOT NULL REFERENCES certificate_authority ON DELETE CASCADE,
  serial text NOT NULL,                        -- hexadecimal, capitals, without zeros in front
  is_of_list boolean NOT NULL,                 -- of the newest list of the authority, which takes the place of the one before
  by_name text NOT NULL,
  revoked_at timestamptz NOT NULL,
  PRIMARY KEY (authority_id, serial, is_of_list)
);
ALTER TABLE certificate_authority
  ADD COLUMN list_made_at timestamptz,         -- of the newest list: when the authority made it; NULL = none was given
  ADD COLUMN list_next_at timestamptz,         -- when there is to be a newer one; NULL = it does not say
  ADD COLUMN list_added_at timestamptz,
  ADD COLUMN list_by_name text NOT NULL DEFAULT '';
