import type { Failure } from '@plumbline/contract/kernel/errors';
import { isOver, type Task, tasks } from '@plumbline/contract/platform/tasks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { JobProgress } from '../../../design/form/JobProgress.tsx';
import { Answer, Skeleton } from '../../../design/States.tsx';
import { failureNamed } from '../../../kernel/failures.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useTask } from './tasks.queries.ts';

/** Returns the title of a task, in the reader's words: its kind with its subject. */
export function useTaskTitle(): (task: Pick<Task, 'kind' | 'subject'>) => string {
  const { t } = useTranslation();
  return ({ kind, subject }) => t(wordKey(`tasks:kind.${kind}`), subject);
}

const failureOf = (task: Task): Failure | null =>
  task.error === null ? null : failureNamed(task.error, task.errorDetail ?? undefined);

/** A task as the kit draws it; whoever shows it asks for it. `result` in words, links to what was made as children. */
export function TaskLine({ task, result, children }: { task: Task; result?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation();
  const { run: cancelTask } = useWrite(tasks.cancel);
  const titleOf = useTaskTitle();
  const title = titleOf(task);
  return (
    <JobProgress
      title={task.cancelRequested && !isOver(task.state) ? `${title}: ${t('tasks:cancelling')}` : title}
      state={task.state}
      done={task.done}
      total={task.total === 0 ? null : task.total}
      startedAt={task.startedAt}
      result={result}
      error={failureOf(task)}
      onCancel={
        task.cancelRequested
          ? undefined
          : async () => {
              await cancelTask({ taskId: task.id });
            }
      }
    >
      {children}
    </JobProgress>
  );
}

/** One task by id, from its start to its end; `onDone` is called once when it is over. */
export function TaskBar({
  taskId,
  onDone,
  resultOf,
  children,
}: {
  taskId: number;
  onDone?: (task: Task) => void;
  resultOf?: (task: Task) => ReactNode;
  /** Beside it; by the task where that depends on how far it is. */
  children?: ReactNode | ((task: Task) => ReactNode);
}) {
  const query = useTask(taskId);
  const notifiedId = useRef<number | null>(null);
  const task = query.data?.task;
  useEffect(() => {
    if (!task || !isOver(task.state) || notifiedId.current === task.id) return;
    notifiedId.current = task.id;
    onDone?.(task);
  }, [task, onDone]);
  return (
    <Answer query={query} loading={<Skeleton height={40} />}>
      {(data) => (
        <TaskLine task={data.task} result={resultOf?.(data.task)}>
          {typeof children === 'function' ? children(data.task) : children}
        </TaskLine>
      )}
    </Answer>
  );
}
