-- Which kinds of notification people do without, project by project. No row = all of them come.
CREATE TABLE notification_choice (
  account_id int NOT NULL REFERENCES account ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  muted text[] NOT NULL,
  PRIMARY KEY (account_id, project_id)
);
CREATE INDEX notification_choice_project ON notification_choice (project_id);
