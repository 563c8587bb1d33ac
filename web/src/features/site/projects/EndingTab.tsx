import { projects } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';

const ways = ['resetKeep', 'resetClear', 'deleteKeep', 'deleteClear'] as const;
type Way = (typeof ways)[number];

/** How a project ends or begins anew, each with what goes and what stays. */
export function EndingTab() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [pendingAct, setPendingAct] = useState<Way | null>(null);
  const [taskId, setTaskId] = useState<number | null>(null);
  const archived = project.archivedAt !== null;
  const end = useEnding(setTaskId);
  return (
    <div className="pj-tab">
      {taskId !== null && <TaskBar taskId={taskId} />}
      {allowed(projects.archive) && <Archiving />}
      {ways
        .filter((way) => allowed(projects.remove) && (!archived || way.startsWith('delete')))
        .map((way) => (
          <Ending
            key={way}
            word={t(`projects:ending.${way}.word`)}
            why={t(`projects:ending.${way}.says`)}
            danger
            onClick={() => setPendingAct(way)}
          />
        ))}
      {pendingAct && (
        <ConfirmEnding
          title={t('projects:ending.title', { act: t(`projects:ending.${pendingAct}.word`), name: project.name })}
          words={t(`projects:ending.${pendingAct}.says`)}
          action={t(`projects:ending.${pendingAct}.word`)}
          onConfirm={(password) => end(pendingAct, password)}
          onClose={() => setPendingAct(null)}
        />
      )}
    </div>
  );
}

/** Resets the project, which is a task, or deletes it and leaves its pages. */
function useEnding(onTask: (taskId: number | null) => void) {
  const { run: removeProject } = useWrite(projects.remove);
  const { run: resetProject } = useWrite(projects.reset);
  const { project } = useProject();
  const navigate = useNavigate();
  return async (way: Way, password: string | undefined): Promise<void> => {
    const data = way.endsWith('Keep') ? ('keep' as const) : ('clear' as const);
    const input = { projectId: project.id, data, ...(password === undefined ? {} : { password }) };
    if (way.startsWith('reset')) onTask((await resetProject(input)).taskId);
    else await removeProject(input, { onDone: () => navigate(to('ProjectList'), { replace: true }) });
  };
}

/** To be read and not changed any more, or to be changed again. */
function Archiving() {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const { mutate: archive } = useWrite(projects.archive, {
    onSuccess: () => toasts.done(t('common:saved')),
    onError: toasts.failed,
  });
  const archived = project.archivedAt !== null;
  return (
    <Ending
      word={archived ? t('projects:unarchive') : t('projects:archive')}
      why={t('projects:ending.archive')}
      onClick={() => archive({ projectId: project.id, archived: !archived })}
    />
  );
}

function Ending({
  word,
  why,
  danger = false,
  onClick,
}: {
  word: string;
  why: string;
  danger?: boolean;
  onClick: () => void;
}) {
  return (
    <div className="pj-ending">
      <div>
        <b>{word}</b>
        <div className="pl-sm pl-3">{why}</div>
      </div>
      <Button danger={danger} onClick={onClick}>
        {word}
      </Button>
    </div>
  );
}

/**
 * Asks before a project is deleted or reset: how much it holds, and at once for the password of the one whose it must be.
 * Where that cannot be read, the dialog opens without it, and the server asks for the password.
 */
export function ConfirmEnding({
  title,
  words,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  words: string;
  action: string;
  onConfirm: (password: string | undefined) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  // Readings come while the page is open: counted anew each time.
  const { data, isFetching } = useRead(projects.losses, { projectId: project.id }, { gcTime: 0, retry: false });
  if (isFetching && !data) return null;
  const creator = data?.creator ?? null;
  return (
    <ConfirmDestructive
      open
      title={title}
      lost={
        <>
          <p>{words}</p>
          {data && (
            <p className="pl-num" style={{ marginTop: 8 }}>
              {t('projects:ending.held', {
                readings: formatCount(data.readings),
                points: formatCount(data.points),
                devices: formatCount(data.devices),
              })}
              {data.waveforms > 0 &&
                ` ${t('projects:ending.heldWaveforms', { waveforms: formatCount(data.waveforms) })}`}
            </p>
          )}
        </>
      }
      action={action}
      requiresPassword={creator !== null}
      {...(creator !== null && { passwordLabel: t('projects:ending.passwordOf', { name: creator }) })}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
