-- Whether a value of the newest reading failed its quality tests (flags: quality + 16 * tests, 4 = fail). Written by
-- whoever moves the state, so that no list has to look into readings.
-- NULL = not known yet: that reading was sealed, with flags, before this column was. The sealing job finds it out.
ALTER TABLE point_state ADD COLUMN failed boolean DEFAULT false;
UPDATE point_state s SET failed = true FROM reading r
WHERE r.point_id = s.point_id AND r.at = s.at AND EXISTS (SELECT FROM unnest(r.flags) AS flag WHERE flag & 15 = 4);
UPDATE point_state s SET failed = NULL FROM segment g
WHERE g.point_id = s.point_id AND g.t1 = s.at AND g.flags IS NOT NULL
  AND NOT EXISTS (SELECT FROM reading r WHERE r.point_id = s.point_id AND r.at = s.at);
