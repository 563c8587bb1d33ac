-- Terms of conditions have settings for what they may watch beyond one field: conditions that there are get them, unset.
CREATE FUNCTION pg_temp.with_settings(rules jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_set(rules, '{groups}', (
    SELECT jsonb_agg(jsonb_set(g, '{terms}', (
      SELECT jsonb_agg('{"minR2": null, "season": null, "axis": null, "curve": null, "intervalSeconds": null, "statuses": null}'::jsonb || t ORDER BY n)
      FROM jsonb_array_elements(g->'terms') WITH ORDINALITY AS e(t, n))) ORDER BY place)
    FROM jsonb_array_elements(rules->'groups') WITH ORDINALITY AS e(g, place)))
$$;
UPDATE condition SET rules = pg_temp.with_settings(rules);
UPDATE condition_change SET before = pg_temp.with_settings(before) WHERE before IS NOT NULL;
UPDATE condition_change SET after = pg_temp.with_settings(after) WHERE after IS NOT NULL;
