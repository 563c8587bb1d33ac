-- How deep a point lies below the reference level of its location (AGS4: MONG_DIS); NULL = nobody said.
ALTER TABLE point ADD COLUMN depth_m float8;
