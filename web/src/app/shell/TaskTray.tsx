import { LoadingOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../design/States.tsx';
import { isRunning, useMyTasks } from '../../features/platform/tasks/tasks.queries.ts';
import { Dropdown } from './Dropdown.tsx';

const TaskList = lazy(() => import('./TaskList.tsx'));

/** Long work that goes on behind the pages: a turning mark while something runs, its progress in a panel. */
export function TaskTray() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useMyTasks();
  const running = data?.tasks.filter(isRunning) ?? [];
  if (running.length === 0 && !open) return null;
  const [done, total] = running.reduce(([sum, all], task) => [sum + task.done, all + task.total], [0, 0]);
  const words = t('tasks:count', { count: running.length });
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      side="right"
      widthPx={400}
      paddingPx={0}
      button={
        <button type="button" className="pl-bare ic" aria-label={words} title={words} aria-expanded={open}>
          <LoadingOutlined style={{ fontSize: 16 }} spin={running.length > 0} />
          {total > 0 && <span className="pl-sm pl-num">{`${Math.floor((done / total) * 100)} %`}</span>}
        </button>
      }
    >
      <Suspense fallback={<SkeletonRows rows={2} />}>
        <TaskList />
      </Suspense>
    </Dropdown>
  );
}
