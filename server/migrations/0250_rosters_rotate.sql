-- People of a roster may take turns, in layers over its week.
ALTER TABLE duty_roster ADD COLUMN rotations jsonb NOT NULL DEFAULT '[]'; -- [{personIds, everyDays, startDate, handoverTime, days, fromTime, toTime}]
