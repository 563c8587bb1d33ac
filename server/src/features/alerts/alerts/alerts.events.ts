/** Alerts follow their points and rules when these are deleted, reset or moved. */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { clearPoints, movePoints, removeRules, removeSeries } from './alerts.clear.table.ts';

export const lifecycle: LifecycleHooks = { removeSeries, removeRules, movePoints, clearPoints };
