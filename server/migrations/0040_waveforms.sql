-- A block of samples of a vibration point, beside its records. Samples are written by science/src/waveforms/codec.ts and deflated.
CREATE TABLE waveform (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id    int NOT NULL REFERENCES point (id),
  started_at  timestamptz NOT NULL,
  rate_hz     float8 NOT NULL CHECK (rate_hz > 0),
  unit        text NOT NULL,
  axes        text[] NOT NULL CHECK (cardinality(axes) BETWEEN 1 AND 3),
  samples     int NOT NULL CHECK (samples BETWEEN 2 AND 360000),
  trigger     text,
  source      text NOT NULL CHECK (source IN ('device', 'file')),
  -- Of source device: what sent it. Of source file: who brought which file.
  device_id   int,
  by_name     text,
  file_name   text,
  received_at timestamptz NOT NULL,
  -- Of each axis, counted once at arrival: peak, rms, crest, frequencyHz, velocityMmS, velocityHz.
  figures     jsonb NOT NULL,
  peak        float8 NOT NULL,
  ppv_mm_s    float8 NOT NULL,
  -- Of what was sent, so that what comes again is known.
  digest      bytea NOT NULL,
  data        bytea NOT NULL,
  UNIQUE (point_id, started_at)
);
-- Compressed already.
ALTER TABLE waveform ALTER COLUMN data SET STORAGE EXTERNAL;
-- What is older than waveforms are kept for.
CREATE INDEX waveform_started ON waveform (started_at);
