/** The background work of the room; registered in app.ts. */
import type { Files } from '../../kernel/files.ts';
import type { TaskHandler } from '../../kernel/tasks.handler.ts';
import { applyTask } from './imports.apply.task.ts';
import { checkTask } from './imports.check.task.ts';
import type { ReadingParts } from './imports.exports.plan.ts';
import { exportTask } from './imports.exports.task.ts';
import type { ByHand } from './imports.hands.ts';

export const importTasks = (files: Files, byHand: ByHand, readings: ReadingParts): TaskHandler[] => [
  checkTask(files, byHand),
  applyTask(byHand),
  exportTask(files, readings),
];
