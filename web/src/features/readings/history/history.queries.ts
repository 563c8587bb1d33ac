import { isOver, tasks } from '@plumbline/contract/platform/tasks';
import { useRead } from '../../../kernel/reads.ts';

/** While something runs it is asked for again this often. */
const everyMs = 2_000;

/** The tasks of a project that are not over, by their ids. */
export function useRunningTasks(projectId: number): ReadonlySet<number> {
  const { data } = useRead(
    tasks.ofProject,
    { projectId },
    {
      refetchInterval: ({ state }) => (state.data?.tasks.some((task) => !isOver(task.state)) ? everyMs : false),
    },
  );
  return new Set(data?.tasks.flatMap((task) => (isOver(task.state) ? [] : [task.id])));
}
