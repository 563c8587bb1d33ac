-- How a device works on what it measures is sent to it until it answers. What was set before was never sent, and is not now:
-- it is when somebody sets it again.
ALTER TABLE instrument_part ADD COLUMN sent_at timestamptz; -- of the part processor; of others their command knows
