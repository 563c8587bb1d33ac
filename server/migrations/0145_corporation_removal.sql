-- A corporation that is being deleted with everything of it: since when; its accounts were closed at that instant.
ALTER TABLE corporation ADD COLUMN deleting_at timestamptz;
