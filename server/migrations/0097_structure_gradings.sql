-- What alert levels mean at a structure or item, where that differs from its project; null = as above it.
ALTER TABLE structure ADD COLUMN gradings jsonb;
