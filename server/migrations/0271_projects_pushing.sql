-- Asked in each transaction that stores readings, so in one round trip: the lock that a rule being switched on takes alone, and then,
-- by a look of its own that sees what was committed while the lock was waited for, which of some projects push.
CREATE FUNCTION projects_pushing(project_ids int[]) RETURNS SETOF int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7345, id) FROM (SELECT unnest(project_ids) AS id ORDER BY 1) AS p;
  RETURN QUERY SELECT DISTINCT project_id FROM push_rule WHERE enabled AND project_id = ANY(project_ids);
END $$;
