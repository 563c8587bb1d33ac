import { CheckOutlined, DeleteOutlined, EllipsisOutlined, StopOutlined, TeamOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Project } from '@plumbline/contract/site/projects';
import { type ProjectGroup, projectGroups } from '@plumbline/contract/site/projects.groups';
import { Button, Dropdown, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { memberFailure } from './member-failure.ts';
import { roleName } from './role-words.parts.ts';
import { UntilInput, UntilText } from './UntilInput.tsx';

/** The user groups of a project, over its people; nothing where there is none. */
export function ProjectGroups({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const { t } = useTranslation();
  const { data } = useRead(projectGroups.groups, { projectId: project.id });
  if (!data || data.groups.length === 0) return null;
  return (
    <ul className="pgroups" aria-label={t('people:groups.tab')}>
      {data.groups.map((group) => (
        <li key={group.userGroupId} className={group.status === 'disabled' ? 'pl-3' : ''}>
          <TeamOutlined />
          <span className="pl-b">{group.name}</span>
          <span className="pl-2">
            {group.roles.map((role) => roleName(role, t)).join(', ') || t('people:groups.noRoles')}
          </span>
          <span className="pl-sm pl-3">{t('roles:people', { count: group.users })}</span>
          <UntilText until={group.until} />
          {group.status === 'disabled' && (
            <span className="pl-tag quiet">
              <StopOutlined />
              {t('people:disabled')}
            </span>
          )}
          <span className="pl-gap" />
          {mayChange && <GroupActs projectId={project.id} group={group} />}
        </li>
      ))}
    </ul>
  );
}

function GroupActs({ projectId, group }: { projectId: number; group: ProjectGroup }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateGroup } = useWrite(projectGroups.updateGroup);
  const { run: removeGroup } = useWrite(projectGroups.removeGroup);
  const { userGroupId } = group;
  const act = async (key: string): Promise<void> => {
    try {
      if (key === 'remove') await removeGroup({ projectId, userGroupId });
      else
        await updateGroup(
          { projectId, userGroupId, status: key === 'active' ? 'active' : 'disabled' },
          { over: group },
        );
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(memberFailure(error, t));
    }
  };
  const items = [
    group.status === 'active'
      ? { key: 'disabled', icon: <StopOutlined />, label: t('people:disable') }
      : { key: 'active', icon: <CheckOutlined />, label: t('people:enable') },
    { key: 'remove', icon: <DeleteOutlined />, label: t('people:members.remove') },
  ];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => void act(key) }}>
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined />}
        aria-label={`${t('people:members.more')}: ${group.name}`}
      />
    </Dropdown>
  );
}

/** The button over the members that adds a user group. */
export function AddGroup({ project }: { project: Project }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<TeamOutlined />} onClick={() => setOpen(true)}>
        {t('people:groups.add')}
      </Button>
      {open && <GroupDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Makes a user group a member: its people get its roles here. */
function GroupDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: addGroup } = useWrite(projectGroups.addGroup);
  const query = useRead(projectGroups.groupCandidates, { projectId: project.id });
  const add = async (input: never): Promise<void> => {
    try {
      await addGroup(input);
    } catch (error) {
      if (error instanceof Failure && error.name === 'nameTaken') throw new Worded(t('people:groups.already'));
      throw memberFailure(error, t);
    }
    toasts.done(t('common:saved'));
    onClose();
  };
  return (
    <SchemaDialog
      title={t('people:groups.add')}
      means={t('people:groups.addMeans')}
      word={t('people:groups.add')}
      widthPx={420}
      onClose={onClose}
      schema={projectGroups.addGroup.input}
      fixed={{ projectId: project.id }}
      onSubmit={add}
    >
      <Field name="userGroupId" label={t('people:groups.group')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={query.isPending}
          notFoundContent={<span className="pl-3">{t('people:groups.nothingLeft')}</span>}
          options={(query.data?.groups ?? []).map(({ userGroupId, name }) => ({ value: userGroupId, label: name }))}
        />
      </Field>
      <Field name="until" label={t('people:members.until')} help={t('people:members.untilHelp')}>
        <UntilInput timeZone={project.timeZone} />
      </Field>
    </SchemaDialog>
  );
}
