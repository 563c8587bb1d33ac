-- Who saved a record last: told to whoever saved over an older state of it. One row for each record that has an edit form.
CREATE TABLE record_change (
  record     text PRIMARY KEY,
  account_id integer REFERENCES account (id) ON DELETE SET NULL,
  changed_at timestamptz NOT NULL
);

-- The limits of a point before and after each act that changed them.
CREATE TABLE threshold_change (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id   integer NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  account_id integer REFERENCES account (id) ON DELETE SET NULL,
  changed_at timestamptz NOT NULL,
  reason     text NOT NULL DEFAULT '',
  before     jsonb NOT NULL,
  after      jsonb NOT NULL
);
CREATE INDEX threshold_change_point ON threshold_change (point_id, id DESC);
