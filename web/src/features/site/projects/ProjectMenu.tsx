import { DeleteOutlined, EditOutlined, EllipsisOutlined, InboxOutlined, TeamOutlined } from '@ant-design/icons';
import { projects } from '@plumbline/contract/site/projects';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ConfirmEnding } from './EndingTab.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';

/** Offers the acts on the project: change, archive, delete. Nothing is shown to who may do none of it. */
export function ProjectMenu() {
  const { t } = useTranslation();
  const { run: archiveProject } = useWrite(projects.archive);
  const { project } = useStoredProject();
  const allowed = useAllowed();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const archived = project.archivedAt !== null;
  const archive = async (): Promise<void> => {
    await archiveProject({ projectId: project.id, archived: !archived });
    toasts.done(t('common:saved'));
  };
  const items = [
    ...(allowed(projects.update) && !archived
      ? [{ key: 'edit', icon: <EditOutlined />, label: t('projects:edit') }]
      : []),
    ...(allowed(projects.members)
      ? [{ key: 'members', icon: <TeamOutlined />, label: t('people:members.title') }]
      : []),
    ...(allowed(projects.archive)
      ? [{ key: 'archive', icon: <InboxOutlined />, label: archived ? t('projects:unarchive') : t('projects:archive') }]
      : []),
    ...(allowed(projects.remove) ? [{ key: 'delete', icon: <DeleteOutlined />, label: t('projects:delete') }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === 'members') void navigate(to('ProjectMembers', { projectId: project.id }));
            else if (key === 'archive') void archive().catch(toasts.failed);
            else setDialog(key as 'edit' | 'delete');
          },
        }}
      >
        <Button icon={<EllipsisOutlined />} aria-label={t('projects:more')} title={t('projects:more')} />
      </Dropdown>
      {dialog === 'edit' && <ProjectDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteProject onClose={() => setDialog(null)} />}
    </>
  );
}

/** Asks before the project goes with all that it holds. */
function DeleteProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeProject } = useWrite(projects.remove);
  const { project } = useStoredProject();
  const navigate = useNavigate();
  return (
    <ConfirmEnding
      title={t('projects:deleteTitle', { name: project.name })}
      words={t('projects:ending.deleteClear.says')}
      action={t('projects:delete')}
      onConfirm={async (password) => {
        await removeProject(
          { projectId: project.id, ...(password === undefined ? {} : { password }) },
          { onDone: () => navigate(to('ProjectList'), { replace: true }) },
        );
      }}
      onClose={onClose}
    />
  );
}
