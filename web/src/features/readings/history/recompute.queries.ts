import { tasks } from '@plumbline/contract/platform/tasks';
import { history } from '@plumbline/contract/readings/history';
import { useRead } from '../../../kernel/reads.ts';

/** A task may begin at any time while the page is open, and no event says so. */
const everyMs = 2_000;

/** The tasks of a project, running and recently ended; undefined = not known yet. */
export const useTasksOfProject = (projectId: number) =>
  useRead(tasks.ofProject, { projectId }, { refetchInterval: everyMs }).data?.tasks;

/** The latest changes of a point, asked for while `wanted`. */
export const useLatestChanges = (pointId: number, enabled: boolean) =>
  useRead(history.changes, { pointId, page: 1, pageSize: 10 }, { enabled, refetchInterval: everyMs }).data?.changes;
