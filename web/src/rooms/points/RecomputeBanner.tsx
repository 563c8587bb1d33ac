import type { Point } from '@plumbline/contract/points';
import { isOver, tasks } from '@plumbline/contract/tasks';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { asks } from '../../kernel/queries.ts';
import { TaskBar } from '../tasks/tasks.parts.tsx';
import { forgetPoints } from './forget-points.ts';

const everyMs = 2_000;

/** While the history of the point is computed anew: how far it is. It begins a moment after what set it off. */
export function RecomputeBanner({ point }: { point: Point }) {
  const { t } = useTranslation();
  const seen = useRef<number | null>(null);
  const query = useQuery({ ...asks(tasks.ofProject, { projectId: point.projectId }), refetchInterval: everyMs });
  const running = query.data?.tasks.find(
    (task) => task.kind === 'recompute' && task.subject.pointId === point.id && !isOver(task.state),
  );
  if (running) seen.current = running.id;
  if (seen.current === null) return null;
  return (
    <div style={{ padding: '12px 20px 0' }}>
      <TaskBar taskId={seen.current} onDone={() => void forgetPoints()}>
        <span className="pl-3 pl-sm">{t('points:recomputing')}</span>
      </TaskBar>
    </div>
  );
}
