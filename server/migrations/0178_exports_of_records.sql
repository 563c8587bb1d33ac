-- Exports of more than readings, and how many rows each file has.
ALTER TABLE data_export ADD COLUMN kind text NOT NULL DEFAULT 'readings';
ALTER TABLE data_export ADD COLUMN row_count int;           -- null = not ready, or made before rows were counted
