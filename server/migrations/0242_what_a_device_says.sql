-- Parameters that the device of a point says, by the names of recipes: each holds where the point does not set its own. Points
-- of before begin without: an upgrade computes nothing anew. They take them when the config of the device is next set.
ALTER TABLE point ADD COLUMN device_parameters jsonb NOT NULL DEFAULT '{}';

-- Config fields that act nowhere; a caller that names one is told that it is unknown.
UPDATE device SET config = config - ARRAY['nodeAddresses', 'initialTwist', 'horizontalOffset', 'panelDirection',
  'protocolCode', 'depthMin', 'depthMax', 'installHeight']
WHERE config ?| ARRAY['nodeAddresses', 'initialTwist', 'horizontalOffset', 'panelDirection', 'protocolCode', 'depthMin',
  'depthMax', 'installHeight'];
-- A slab lies between level and upright, as at its points; another inclination says nothing.
UPDATE device SET config = config - 'panelAngle'
WHERE config ? 'panelAngle' AND NOT ((config->>'panelAngle')::float8 > 0 AND (config->>'panelAngle')::float8 <= 90);
UPDATE device_model SET rules = jsonb_set(rules, '{configFields}', (
  SELECT coalesce(jsonb_agg(field ORDER BY place), '[]') FROM jsonb_array_elements_text(rules->'configFields') WITH ORDINALITY AS f(field, place)
  WHERE field <> ALL (ARRAY['nodeAddresses', 'initialTwist', 'horizontalOffset', 'panelDirection', 'protocolCode', 'depthMin',
    'depthMax', 'installHeight'])))
WHERE rules ? 'configFields';
