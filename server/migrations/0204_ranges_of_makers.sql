-- What instruments can measure, where their makers publish it: a number beyond is held. Rows that a person has changed stay as they are.
WITH published(code, quantity, least, most, document) AS (VALUES
  ('SEN0482', 'windDirection', 0, 360, 'https://wiki.dfrobot.com/SKU_SEN0482_RS485_Wind_Direction_Transmitter_V2'),
  ('S-TEMP-VWC-EC-02', 'temp', -40, 80, 'https://solution.seeedstudio.com'),
  ('S-TEMP-VWC-EC-02', 'moisture', 0, 100, 'https://solution.seeedstudio.com')
), bounded AS (
  SELECT m.id, jsonb_agg(
      CASE WHEN p.code IS NULL OR r.given ? 'minimum' THEN r.given ELSE r.given || jsonb_build_object('minimum', p.least, 'maximum', p.most, 'jump', NULL) END
      ORDER BY r.place) AS registers,
    max(p.document) AS document
  FROM device_model m CROSS JOIN LATERAL jsonb_array_elements(m.rules->'registers') WITH ORDINALITY AS r(given, place)
    LEFT JOIN published p ON p.code = m.code AND p.quantity = r.given->>'quantity'
  WHERE m.built_in AND m.code IN (SELECT code FROM published) GROUP BY m.id
)
UPDATE device_model m SET rules = m.rules || jsonb_build_object('registers', b.registers, 'source', (m.rules->>'source') || '; measuring range: ' || b.document)
FROM bounded b WHERE b.id = m.id;
