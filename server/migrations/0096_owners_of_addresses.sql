-- Whose address each address of a rule was when it was listed: accounts of the corporation, by address; none = of nobody it
-- knows. What somebody claims later withholds nothing.
ALTER TABLE alert_rule ADD COLUMN owners jsonb NOT NULL DEFAULT '{}';

UPDATE alert_rule r SET owners = coalesce((
  SELECT jsonb_object_agg(a.address, (
    SELECT coalesce(jsonb_agg(t.account_id), '[]') FROM contact t JOIN account u ON u.id = t.account_id
    WHERE u.corporation_id = j.corporation_id AND (lower(t.email) = a.address OR t.mobile = a.address)))
  FROM (SELECT lower(unnest(r.emails)) UNION SELECT unnest(r.mobiles)
    UNION SELECT lower(jsonb_array_elements_text(step->'emails')) FROM jsonb_array_elements(r.steps) AS step
    UNION SELECT jsonb_array_elements_text(step->'mobiles') FROM jsonb_array_elements(r.steps) AS step) AS a (address)), '{}')
FROM project j WHERE j.id = r.project_id;
