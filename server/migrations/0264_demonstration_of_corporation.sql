-- Which corporation is the demonstration, and in which language: demonstrations of before are in English.
INSERT INTO setting (key, value)
SELECT 'demonstrated', jsonb_build_object('corporationId', account.corporation_id, 'language', 'en')
FROM setting demo JOIN account ON account.name = demo.value->>'username'
WHERE demo.key = 'demo' AND jsonb_typeof(demo.value) = 'object' AND account.corporation_id IS NOT NULL
  AND EXISTS (SELECT FROM setting WHERE key = 'demonstration')
ON CONFLICT (key) DO NOTHING;
