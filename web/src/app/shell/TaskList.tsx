import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { TaskLine } from '../../features/platform/tasks/tasks.parts.tsx';
import { useMyTasks } from '../../features/platform/tasks/tasks.queries.ts';

const listed = 10;

/** The tasks of the person, running ones first. */
export default function TaskList() {
  const { t } = useTranslation();
  const query = useMyTasks();
  return (
    <div>
      <h3 style={{ padding: '12px 16px 8px' }}>{t('tasks:title')}</h3>
      <div style={{ maxHeight: 420, overflowY: 'auto' }}>
        <Answer
          query={query}
          loading={<SkeletonRows rows={2} />}
          isEmpty={(data) => data.tasks.length === 0}
          empty={<Empty title={t('tasks:none')} why={t('tasks:noneWhy')} />}
        >
          {(data) =>
            data.tasks.slice(0, listed).map((task) => (
              <div key={task.id} style={{ padding: '8px 16px', borderTop: '1px solid var(--pl-line)' }}>
                <TaskLine task={task} />
              </div>
            ))
          }
        </Answer>
      </div>
    </div>
  );
}
