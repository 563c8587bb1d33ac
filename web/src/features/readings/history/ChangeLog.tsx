import { wordKey } from '../../../kernel/words.ts';
import './history.css';
import { UndoOutlined } from '@ant-design/icons';
import type { Point } from '@plumbline/contract/points/points';
import type { SeriesChange } from '@plumbline/contract/readings/history';
import { history } from '@plumbline/contract/readings/history';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { ChangeDetail } from './ChangeDetail.tsx';
import { useRunningTasks } from './history.queries.ts';

const pageSize = 50;

/** Lists who changed the history of a point, when, why and what; each act with its undo. */
export function ChangeLog({ point }: { point: Point }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useRead(
    history.changes,
    { pointId: point.id, page, pageSize },
    {
      placeholderData: keepPreviousData,
    },
  );
  const running = useRunningTasks(point.projectId);
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={4} />}
      isEmpty={(data) => data.total === 0}
      empty={<Empty title={t('readings:change.none')} why={t('readings:change.noneWhy')} />}
    >
      {(data) => (
        <>
          <ul className="changes">
            {data.changes.map((change) => (
              <ChangeRow
                key={change.id}
                point={point}
                change={change}
                taskId={change.taskId !== null && running.has(change.taskId) ? change.taskId : null}
              />
            ))}
          </ul>
          {data.total > pageSize && (
            <div style={{ padding: '12px 20px' }}>
              <Pages at={page} pageSize={pageSize} total={data.total} onChange={setPage} />
            </div>
          )}
        </>
      )}
    </Answer>
  );
}

function ChangeRow({
  point,
  change,
  taskId: running,
}: {
  point: Point;
  change: SeriesChange;
  /** The task that works on it now: does it, or undoes it. */
  taskId: number | null;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useProject();
  const { taskId, undo, forget } = useUndo(running);
  const time = (at: string): string => formatTime(at, project.timeZone);
  const counts = Object.entries(change.counts).filter(([, count]) => count > 0);
  return (
    <li className={change.undoneAt ? 'undone' : ''}>
      <div className="pl-row">
        <b>{t(`readings:change.kind.${change.kind}`)}</b>
        {change.pointIds.length > 1 && (
          <span className="pl-sm pl-3">{t('readings:change.points', { count: change.pointIds.length })}</span>
        )}
        <span className="pl-gap" />
        <span className="pl-sm pl-3 pl-num">{time(change.at)}</span>
      </div>
      <div>{change.reason}</div>
      {(change.from || change.to) && (
        <div className="pl-sm pl-2 pl-num">
          {change.from ? time(change.from) : t('readings:change.beginning')}
          {' – '}
          {change.to ? time(change.to) : t('corrections:open')}
        </div>
      )}
      <ChangeDetail point={point} change={change} />
      <div className="pl-row pl-sm pl-3">
        <span>
          {change.byName}
          {counts.map(
            ([name, count]) => ` · ${t(wordKey(`readings:change.count.${name}`), { n: formatCount(count) })}`,
          )}
          {change.undoneAt &&
            ` · ${t('readings:change.undoneBy', { by: change.undoneBy ?? '', time: time(change.undoneAt) })}`}
        </span>
        <span className="pl-gap" />
        {change.undoable && taskId === null && allowed(history.undo) && (
          <Button
            size="small"
            icon={<UndoOutlined />}
            loading={undo.isPending}
            onClick={() => undo.mutate({ pointId: point.id, changeId: change.id })}
          >
            {t('readings:change.undo')}
          </Button>
        )}
      </div>
      {taskId !== null && <TaskBar taskId={taskId} onDone={forget} />}
    </li>
  );
}

/** The task that works on a change, and how the change is undone, which may become one. */
function useUndo(running: number | null) {
  const { t } = useTranslation();
  const toasts = useToasts();
  // Seen to its end, also when it ends before the list of tasks is asked again.
  const [watched, setWatched] = useState<number | null>(null);
  const taskId = watched ?? running;
  if (running !== null && watched === null) setWatched(running);
  const undo = useWrite(history.undo, {
    onSuccess: ({ restored, taskId }) => {
      if (taskId !== null) setWatched(taskId);
      toasts.done(taskId === null ? t('readings:change.undoneNow', { count: restored }) : t('readings:change.undoing'));
    },
    onError: toasts.failed,
  });
  return { taskId, undo, forget: () => setWatched(null) };
}
