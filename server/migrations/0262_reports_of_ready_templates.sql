-- A report can be made with a ready template as it is, which no project has to keep: its key. Keys are never taken away. Numbers of
-- its reports run by themselves: in report_series it stands as a negative template_id.
ALTER TABLE report ADD COLUMN library text CHECK (library ~ '^[a-zA-Z]{1,40}$');
