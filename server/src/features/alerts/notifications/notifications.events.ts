/** Deletes notifications with their alerts and projects. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removeProject, removeSeries } from './notifications.clear.table.ts';

export const lifecycle: LifecycleHooks = { removeSeries, removeProject };
