-- The values of the newest reading as people see them: corrected. NULL = the same as `values`, so that points without
-- corrections pay nothing. Written by whoever moves the state and by every change of what corrections depend on, so that
-- no list has to correct (and none can forget to).
-- '{}' = not known yet: corrections are applied by the science, not by SQL. The sealing job finds them out; until then the
-- point has no value on lists, rather than one that is not corrected.
ALTER TABLE point_state ADD COLUMN shown float8[];
UPDATE point_state s SET shown = '{}' FROM correction c
WHERE c.point_id = s.point_id AND c.kind <> 'initshift' AND c.start_at <= s.at AND (c.end_at IS NULL OR c.end_at > s.at);
