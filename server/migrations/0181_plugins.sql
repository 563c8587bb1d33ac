-- Which plug-ins are switched on, as which file; and how each runs in each process of the installation.
CREATE TABLE plugin_switch (
  name text PRIMARY KEY,
  enabled boolean NOT NULL,
  digest text NOT NULL,
  by_name text NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE TABLE plugin_run (
  process text NOT NULL,
  name text NOT NULL,
  facts jsonb NOT NULL,
  beat_at timestamptz NOT NULL,
  PRIMARY KEY (process, name)
);
