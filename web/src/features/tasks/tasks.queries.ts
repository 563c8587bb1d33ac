import { isOver, type Task, tasks } from '@plumbline/contract/tasks';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../kernel/queries.ts';

/** While something runs it is asked for again each second; otherwise a notification says that something ended. */
const everyMs = 1_000;

/** What the person asked for: running, and ended lately. */
export const useMyTasks = () =>
  useQuery({
    ...queryFor(tasks.mine, {}),
    refetchInterval: (query) => (query.state.data?.tasks.some((task) => !isOver(task.state)) ? everyMs : false),
  });

/** One task until it is over. */
export const useTask = (taskId: number) =>
  useQuery({
    ...queryFor(tasks.get, { taskId }),
    refetchInterval: (query) => (query.state.data && isOver(query.state.data.task.state) ? false : everyMs),
  });

export const isRunning = (task: Task): boolean => !isOver(task.state);
