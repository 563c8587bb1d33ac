-- When somebody signed in last, and by which way: sessions end and lines of the operation log are dropped.
ALTER TABLE account ADD COLUMN last_signin_at timestamptz;
ALTER TABLE account ADD COLUMN last_signin_by text CHECK (last_signin_by IN ('password', 'code', 'passkey', 'sso', 'wechat'));

WITH logged AS (
  SELECT DISTINCT ON (account_id) account_id, at, CASE route
      WHEN 'POST /signin' THEN 'password' WHEN 'POST /signin/second-factor' THEN 'code' WHEN 'POST /signin/passkey' THEN 'passkey'
      WHEN 'POST /sso-signin' THEN 'sso' WHEN 'POST /wx-signin' THEN 'wechat' END AS way
  FROM operation
  WHERE action = 'SignIn' AND outcome = 'done' AND account_id IS NOT NULL AND route NOT LIKE '%see-as%'
  ORDER BY account_id, at DESC
)
UPDATE account a SET last_signin_at = logged.at, last_signin_by = logged.way FROM logged WHERE logged.account_id = a.id;
-- Of sessions from before there was a log only the time is known.
UPDATE account a SET last_signin_at = s.at, last_signin_by = NULL
FROM (SELECT account_id, max(created_at) AS at FROM token WHERE kind = 'session' AND viewer_token_id IS NULL GROUP BY account_id) s
WHERE s.account_id = a.id AND (a.last_signin_at IS NULL OR s.at > a.last_signin_at + interval '1 minute');
