-- Temperature compensation was kept and nothing acted on it. Now it counts where values are read: what was kept is switched
-- off, so that no value changes by an upgrade. It stands on the screen of its point, where it can be switched on.
UPDATE point SET tc_config = jsonb_set(tc_config, '{enabled}', 'false') WHERE tc_config IS NOT NULL;
