import { projects } from '@plumbline/contract/projects';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { TaskBar } from '../tasks/tasks.parts.tsx';

const ways = ['resetKeep', 'resetClear', 'deleteKeep', 'deleteClear'] as const;
type Way = (typeof ways)[number];

/** How a project ends or begins anew, each with what goes and what stays. */
export function EndingTab() {
  const { t } = useTranslation();
  const { run: removeProject } = useWrite(projects.remove);
  const { run: resetProject } = useWrite(projects.reset);
  const { run: archiveProject } = useWrite(projects.archive);
  const { project } = useProject();
  const allowed = useAllowed();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [pendingAct, setPendingAct] = useState<Way | null>(null);
  const [taskId, setTaskId] = useState<number | null>(null);
  const { id: projectId, name } = project;
  const archived = project.archivedAt !== null;
  const archive = async (): Promise<void> => {
    try {
      await archiveProject({ projectId, archived: !archived });
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  const go = async (way: Way, password: string | undefined): Promise<void> => {
    const data = way.endsWith('Keep') ? ('keep' as const) : ('clear' as const);
    const input = { projectId, data, ...(password === undefined ? {} : { password }) };
    if (way.startsWith('reset')) {
      setTaskId((await resetProject(input)).taskId);
      return;
    }
    await removeProject(input, { onDone: () => navigate(to('ProjectList'), { replace: true }) });
  };
  return (
    <div className="pj-tab">
      {taskId !== null && <TaskBar taskId={taskId} />}
      {allowed(projects.archive) && (
        <div className="pj-ending">
          <div>
            <b>{archived ? t('projects:unarchive') : t('projects:archive')}</b>
            <div className="pl-sm pl-3">{t('projects:ending.archive')}</div>
          </div>
          <Button onClick={() => void archive()}>{archived ? t('projects:unarchive') : t('projects:archive')}</Button>
        </div>
      )}
      {ways
        .filter((way) => allowed(projects.remove) && (!archived || way.startsWith('delete')))
        .map((way) => (
          <div key={way} className="pj-ending">
            <div>
              <b>{t(`projects:ending.${way}.word`)}</b>
              <div className="pl-sm pl-3">{t(`projects:ending.${way}.says`)}</div>
            </div>
            <Button danger onClick={() => setPendingAct(way)}>
              {t(`projects:ending.${way}.word`)}
            </Button>
          </div>
        ))}
      {pendingAct && (
        <ConfirmDestructive
          open
          title={t('projects:ending.title', { act: t(`projects:ending.${pendingAct}.word`), name })}
          lost={
            <>
              {t(`projects:ending.${pendingAct}.says`)}{' '}
              {t('projects:ending.points', { points: formatCount(project.summary.status.points) })}
            </>
          }
          action={t(`projects:ending.${pendingAct}.word`)}
          onConfirm={(password) => go(pendingAct, password)}
          onClose={() => setPendingAct(null)}
        />
      )}
    </div>
  );
}
