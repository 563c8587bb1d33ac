-- Settings that were stored and that nothing read; a caller that names one is told that it is unknown.
ALTER TABLE point
  DROP COLUMN network_id,
  DROP COLUMN auto_get_history,
  DROP COLUMN offline_config,
  DROP COLUMN tasks_config;
UPDATE device SET chart = chart - 'precision' WHERE chart ? 'precision';
ALTER TABLE project DROP COLUMN use_structure;
