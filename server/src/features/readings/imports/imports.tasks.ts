/** The background work of the feature. */
import type { TaskHandler } from '../../../kernel/tasks.handler.ts';
import { applyTask } from './imports.apply.tasks.ts';
import { checkTask } from './imports.check.tasks.ts';

export const importTasks: readonly TaskHandler[] = [checkTask, applyTask];
