-- Where the coordinates of a drawing lie that are no degrees: a reference system, or two known points (contract/layers.placing.ts).
ALTER TABLE map_layer_version ADD COLUMN placed_by jsonb;
