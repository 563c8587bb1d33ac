import { isOver, type Task } from '@plumbline/contract/platform/tasks';
import type { Point } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { useLatestChanges, useTasksOfProject } from './recompute.queries.ts';

const kinds: ReadonlySet<string> = new Set(['recompute', 'undoChange']);

/**
 * While the history of the point is computed anew, or put back: how far it is, in sight however far one has scrolled. It
 * begins a moment after what set it off; once it is over it says so until it is closed, and what was shown asks again.
 */
export function RecomputeBanner({ point }: { point: Point }) {
  const { t } = useTranslation();
  const lastTaskId = useRef<number | null>(null);
  const former = useRef<ReadonlySet<number> | null>(null);
  const [closed, setClosed] = useState<number | null>(null);
  const all = useTasksOfProject(point.projectId)?.filter(({ kind }) => kinds.has(kind));
  // What was over when the page came is no news; a quick one may begin and end between two questions.
  if (all && former.current === null)
    former.current = new Set(all.flatMap(({ id, state }) => (isOver(state) ? [id] : [])));
  const open = all?.filter(({ state }) => !isOver(state)) ?? [];
  const isOfPoint = ({ subject }: Task): boolean => subject['pointId'] === point.id;
  const pointTask = open.find(isOfPoint) ?? all?.find((task) => isOfPoint(task) && !former.current?.has(task.id));
  // Of a task for many points the change log says whether this one is among them.
  const latest = useLatestChanges(point.id, open.length > 0 && pointTask === undefined);
  const running = pointTask ?? open.find(({ id }) => latest?.some(({ taskId }) => taskId === id));
  if (running) lastTaskId.current = running.id;
  const taskId = lastTaskId.current;
  if (taskId === null || taskId === closed) return null;
  return (
    <div className="pt-recompute">
      <TaskBar key={taskId} taskId={taskId} resultOf={() => t('points:recomputed')}>
        {({ state }) =>
          isOver(state) ? (
            <Button size="small" onClick={() => setClosed(taskId)}>
              {t('common:close')}
            </Button>
          ) : (
            <span className="pl-3 pl-sm">{t('points:recomputing')}</span>
          )
        }
      </TaskBar>
    </div>
  );
}
