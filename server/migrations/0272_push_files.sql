-- Messages that are sent as files are numbered: the number of the next file of a rule.
ALTER TABLE push_rule ADD COLUMN next_number int NOT NULL DEFAULT 1;
