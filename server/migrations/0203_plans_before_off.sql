-- The plan that stood when a point was switched off, which is there again when it is switched on; NULL = it is on.
ALTER TABLE collect_plan ADD COLUMN before_off jsonb;
