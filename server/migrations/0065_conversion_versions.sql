-- From when on the conversion of a group holds, where that is not the time at which its device began to feed the point: another
-- geometry or calibration of the same channel. NULL = from_at.
ALTER TABLE device_group ADD COLUMN valid_from timestamptz;
