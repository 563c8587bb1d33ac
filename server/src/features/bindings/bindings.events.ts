/** Device groups end with the bindings of their points. */
import type { LifecycleHooks } from '../../kernel/lifecycle.ts';
import { unbindPoints } from './bindings.clear.table.ts';

export const lifecycle: LifecycleHooks = { unbindPoints };
