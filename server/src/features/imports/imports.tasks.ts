/** The background work of the feature; registered in app.ts. */
import type { Files } from '../../kernel/files.ts';
import type { TaskHandler } from '../../kernel/tasks.handler.ts';
import { applyTask } from './imports.apply.tasks.ts';
import { checkTask } from './imports.check.tasks.ts';
import type { ManualWriter } from './imports.manual.api.ts';

export const importTasks = (files: Files, manualWriter: ManualWriter): TaskHandler[] => [
  checkTask(files, manualWriter),
  applyTask(manualWriter),
];
