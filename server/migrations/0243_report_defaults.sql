-- What the reports of a project begin with has a table of its own, so that it names a template that is there.
CREATE TABLE report_defaults (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  period text NOT NULL CHECK (period IN ('day', 'week', 'month', 'quarter', 'year')),
  template_id int REFERENCES report_template ON DELETE SET NULL, -- null = the content of the product
  signatures jsonb NOT NULL,
  cover jsonb NOT NULL
);
CREATE INDEX report_defaults_template ON report_defaults (template_id) WHERE template_id IS NOT NULL;
-- Periods are called as those of reports; ten days are none of them. A template that was named is taken where it is there: of the
-- project, else the oldest that is shared with it. Numbers of reports go: a report has none.
INSERT INTO report_defaults (project_id, period, template_id, signatures, cover)
SELECT p.id,
  CASE p.report_config->>'period' WHEN 'daily' THEN 'day' WHEN 'weekly' THEN 'week' WHEN 'quarterly' THEN 'quarter'
    WHEN 'yearly' THEN 'year' ELSE 'month' END,
  (SELECT t.id FROM report_template t JOIN project of ON of.id = t.project_id
    WHERE t.name = p.report_config->>'template'
      AND (t.project_id = p.id OR (t.shared AND of.corporation_id = p.corporation_id AND of.deleting_at IS NULL))
    ORDER BY t.project_id <> p.id, t.id LIMIT 1),
  coalesce(nullif(p.report_config->'signatures', 'null'), '[]'),
  '{"title": null, "subtitle": null, "client": null, "contractor": null, "supervisor": null, "withLogo": true,
    "withPicture": true}'::jsonb || coalesce(nullif(p.report_config->'cover', 'null'), '{}')
FROM project p WHERE jsonb_typeof(p.report_config) = 'object';
ALTER TABLE project DROP COLUMN report_config;
