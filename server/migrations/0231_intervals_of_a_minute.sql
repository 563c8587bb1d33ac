-- No point is read more often than once a minute; those that were set up so before are read at that.
UPDATE point SET interval_seconds = 60 WHERE interval_seconds < 60;
