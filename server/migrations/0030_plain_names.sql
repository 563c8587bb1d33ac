-- Names of the field in place of our own: what the rest of the code calls these columns (docs/language.md).

ALTER TABLE firmware_upgrade RENAME COLUMN said TO device_message;        -- what the device sent with its last state
ALTER TABLE firmware_upgrade RENAME COLUMN heard_at TO last_activity_at;  -- its last answer, or byte fetched

ALTER TABLE device_command RENAME COLUMN asked_at TO requested_at;
ALTER INDEX device_command_asked RENAME TO device_command_requested;

ALTER TABLE held_reading RENAME TO deferred_reading;
ALTER TABLE deferred_reading RENAME CONSTRAINT held_reading_pkey TO deferred_reading_pkey;
ALTER TABLE deferred_reading RENAME CONSTRAINT held_reading_device_id_channel_at_key TO deferred_reading_device_id_channel_at_key;
ALTER TABLE deferred_reading RENAME CONSTRAINT held_reading_reason_check TO deferred_reading_reason_check;
ALTER INDEX held_reading_received RENAME TO deferred_reading_received;
ALTER SEQUENCE held_reading_id_seq RENAME TO deferred_reading_id_seq;

ALTER TABLE data_import RENAME COLUMN look TO layout;                     -- what the file was detected to be
ALTER TABLE data_import RENAME COLUMN named TO first_lines;               -- of each result
ALTER TABLE data_export RENAME COLUMN ask TO request;

ALTER TABLE alert RENAME COLUMN revised TO upheld;                        -- NULL = never judged again
ALTER TABLE alert_revision RENAME COLUMN stands TO upheld;

ALTER TABLE task RENAME COLUMN cancel_asked TO cancel_requested;
ALTER TABLE point_health RENAME COLUMN seen_at TO examined_at;            -- when the newest reading that was examined arrived
ALTER TABLE device_state RENAME COLUMN mqtt_at TO mqtt_changed_at;        -- its connection began or ended

-- From PostgreSQL 18 on NOT NULL has a name too, made of those of table and column.
DO $$
DECLARE old record;
BEGIN
  FOR old IN
    SELECT c.conrelid::regclass AS owner, c.conname AS name,
      format('%s_%s_not_null', c.conrelid::regclass, a.attname) AS present
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'n' AND c.conrelid IN ('firmware_upgrade'::regclass, 'device_command'::regclass,
      'deferred_reading'::regclass, 'data_import'::regclass, 'data_export'::regclass, 'alert_revision'::regclass,
      'task'::regclass)
  LOOP
    IF old.name <> old.present THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.owner, old.name, old.present);
    END IF;
  END LOOP;
END $$;

-- The same inside documents.
UPDATE device_warning SET detail = detail - 'said' || jsonb_build_object('message', detail -> 'said')
WHERE detail ? 'said';
UPDATE collect_plan SET acceleration = acceleration - 'calmSinceMs'
  || jsonb_build_object('quietSinceMs', acceleration -> 'calmSinceMs')
WHERE acceleration ? 'calmSinceMs';
CREATE FUNCTION pg_temp.quality_fields(state jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(state, '{fields}', (
    SELECT jsonb_object_agg(key, value - 'least' - 'most'
      || jsonb_build_object('min', value -> 'least', 'max', value -> 'most'))
    FROM jsonb_each(state -> 'fields')))
$$;
UPDATE quality_state SET state = pg_temp.quality_fields(state) WHERE state -> 'fields' <> '{}';
UPDATE task SET cursor = jsonb_set(cursor, '{quality}', pg_temp.quality_fields(cursor -> 'quality'))
WHERE kind = 'recompute' AND cursor -> 'quality' -> 'fields' <> '{}';
UPDATE task SET input = input - 'taken' || jsonb_build_object('adopted', input -> 'taken')
WHERE kind = 'recompute' AND input ? 'taken';
