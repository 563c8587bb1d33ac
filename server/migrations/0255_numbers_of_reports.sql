-- Reports of a project are numbered: those of a template and a kind of period one after the other, from 1. The last number is kept
-- apart, for reports that are not released are deleted after a while. Reports from before have none, for what is released is frozen;
-- their periods are counted, so that the next number follows on them.
CREATE TABLE report_series (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  type text NOT NULL,
  template_id int NOT NULL, -- 0 = the content of the product; the number goes on when a template is gone
  last_number int NOT NULL CHECK (last_number >= 0),
  PRIMARY KEY (project_id, type, template_id)
);
INSERT INTO report_series (project_id, type, template_id, last_number)
SELECT project_id, type, coalesce(template_id, 0), count(DISTINCT (first_day, last_day))
FROM report GROUP BY 1, 2, 3;
ALTER TABLE report ADD COLUMN number int CHECK (number > 0);
