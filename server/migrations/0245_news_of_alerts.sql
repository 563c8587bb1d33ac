-- Whoever was told of an alert hears once that somebody has acknowledged it, and once that it is settled or withdrawn.
ALTER TABLE delivery ADD COLUMN news text NOT NULL DEFAULT 'raised'
  CHECK (news IN ('raised', 'acknowledged', 'settled', 'withdrawn'));
