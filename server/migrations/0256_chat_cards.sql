-- Messages that a chat app posted: what is needed to edit each in place, and to know which alerts a press of its button is about.
CREATE TABLE chat_card (
  key uuid PRIMARY KEY, -- of its delivery; goes back with each press
  channel_id int NOT NULL REFERENCES channel ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  chat text NOT NULL DEFAULT '', -- where the vendor put it
  message_id text, -- by which the vendor names it; null = it has not answered
  alert_ids int[] NOT NULL,
  message jsonb NOT NULL, -- of what and in which language it is drawn
  created_at timestamptz NOT NULL
);
CREATE INDEX chat_card_channel ON chat_card (channel_id);
CREATE INDEX chat_card_project ON chat_card (project_id);
CREATE INDEX chat_card_alerts ON chat_card USING gin (alert_ids);
