-- Walls: screens that show projects by a link of their own, slide after slide.
CREATE TABLE wall (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  language text NOT NULL,
  theme text NOT NULL,
  time_zone text NOT NULL,
  project_ids int[] NOT NULL,
  slides jsonb NOT NULL,                  -- Slide[] of the contract
  sound_from int NOT NULL,                -- 0 = nothing sounds
  dim jsonb,                              -- null = always in full
  expires_at timestamptz,                 -- null = until somebody ends it
  token_hash bytea NOT NULL UNIQUE,       -- SHA-256 of the link's token, which is stored nowhere
  linked_at timestamptz NOT NULL,
  openings int NOT NULL DEFAULT 0,
  last_opened_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, name)
);
