/** Where the records of this wing are, and what follows in it when points, projects or structures go or change. */
import type { WingAccess } from '../../kernel/lifecycle.ts';
import { lifecycle as storeLifecycle } from './store/store.events.ts';
import * as tasks from './tasks/tasks.api.ts';

export default {
  places: {
    taskId: tasks.places,
  },
  lifecycle: {
    readings: [storeLifecycle],
  },
} satisfies WingAccess;
