-- Messages of feeds whose codec (a plug-in) is away or failed: acknowledged, kept whole, tried again.
CREATE TABLE feed_waiting (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed_id integer NOT NULL REFERENCES feed ON DELETE CASCADE,
  source text NOT NULL,
  hash bytea NOT NULL,
  uplink jsonb NOT NULL,
  fault text NOT NULL,
  detail text NOT NULL,
  attempts integer NOT NULL,
  since timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  UNIQUE (feed_id, hash)
);
CREATE INDEX feed_waiting_due ON feed_waiting (due_at, id);
