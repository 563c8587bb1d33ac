-- Whether whoever sees the alerts of a project may see the mobile number of somebody who is to be called: theirs to say.
ALTER TABLE contact ADD COLUMN shows_mobile boolean NOT NULL DEFAULT false;
