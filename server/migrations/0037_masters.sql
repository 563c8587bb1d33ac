-- How masters join their slaves: distances, circuits, chords and a reference line beside the fixed point and lengths.
UPDATE point SET master_config =
  '{"chainagesM": [], "turningPointIds": [], "chords": null, "referenceLine": null}'::jsonb || master_config
WHERE master_config IS NOT NULL;
