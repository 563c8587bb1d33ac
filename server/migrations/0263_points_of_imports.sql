-- Points that were made for a file: gone with it while it is not imported, and undone with it afterwards (docs/decisions/0328).

ALTER TABLE data_import ADD COLUMN made_point_ids int[] NOT NULL DEFAULT '{}';
