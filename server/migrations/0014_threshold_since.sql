-- A rule judges what was measured after it was set (docs/decisions/0030): the newest reading of its point at that time.
ALTER TABLE threshold ADD COLUMN since_at timestamptz;
COMMENT ON COLUMN threshold.since_at IS 'readings up to this one were there before the rule; NULL = there were none, or it is not known';
