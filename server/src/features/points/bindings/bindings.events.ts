/**
 * Device groups end with the bindings of their points, and begin again where another conversion holds from a time on; what
 * devices say of parameters is taken over by the points that they feed.
 */
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { unbindPoints } from './bindings.clear.table.ts';
import { takeConfig } from './bindings.config.api.ts';
import { beginConversion } from './bindings.versions.table.ts';

export const lifecycle: LifecycleHooks = { unbindPoints, beginConversion, takeConfig };
