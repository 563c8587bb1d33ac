import { taskChanges } from '@plumbline/contract/kernel/tags';
import { isOver, type Task, tasks } from '@plumbline/contract/platform/tasks';
import { useEffect } from 'react';
import { readAgain } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

/** While something runs it is asked for again each second; otherwise a notification says that something ended. */
const everyMs = 1_000;

/** Returns the tasks of the user: running, and recently ended. */
export const useMyTasks = () =>
  useRead(
    tasks.mine,
    {},
    {
      refetchInterval: (query) => (query.state.data?.tasks.some((task) => !isOver(task.state)) ? everyMs : false),
    },
  );

/** One task until it is over; then everything that it has changed is read again. */
export function useTask(taskId: number) {
  const query = useRead(
    tasks.get,
    { taskId },
    {
      refetchInterval: ({ state }) => (state.data && isOver(state.data.task.state) ? false : everyMs),
    },
  );
  const task = query.data?.task;
  const endedKind = task && isOver(task.state) ? task.kind : null;
  useEffect(() => {
    const changed = endedKind === null ? undefined : taskChanges[endedKind];
    if (changed) void readAgain({ tags: changed });
  }, [endedKind]);
  return query;
}

export const isRunning = (task: Task): boolean => !isOver(task.state);
