import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { removeOf } from './photos.table.ts';

/** Photos go with their points, and their files with them. */
export const lifecycle: LifecycleHooks = { removePoints: removeOf };
