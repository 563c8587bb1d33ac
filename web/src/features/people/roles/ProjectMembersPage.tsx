import './roles.css';
import { PlusOutlined } from '@ant-design/icons';
import { roles } from '@plumbline/contract/people/roles';
import { projects } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../design/DataTable.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty, Partial } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { MemberConfirm } from './MemberConfirm.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import { type MemberRow, useMemberActs } from './member-acts.ts';
import { useMemberColumns } from './member-columns.tsx';
import { AddGroup, ProjectGroups } from './ProjectGroups.tsx';
import { givableRoles } from './role-options.ts';
import { UntilDialog } from './UntilDialog.tsx';

const isActive = ({ status }: { readonly status: string }): boolean => status === 'active';

/** The server's rule: accounts above the projects and active Owners decide who is Manager. */
const isOwner = (userId: number, rows: readonly MemberRow[]): boolean =>
  rows.some((each) => each.userId === userId && each.roleType === 'Owner' && isActive(each));

/** Shows the members of a project and their roles. */
export default function ProjectMembersPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const { user } = useSession();
  const allowed = useAllowed();
  const [adding, setAdding] = useState(false);
  const members = useRead(projects.members, { projectId: project.id });
  const roleList = useRead(roles.list, { corporationId: project.corporationId });
  const rows = members.data?.members;
  const mayChange = allowed(projects.updateMember) && project.archivedAt === null;
  const decidesManagers = user.type !== 'Normal' || isOwner(user.id, rows ?? []);
  const options = givableRoles(roleList.data?.roles ?? [], decidesManagers, t);
  const acts = useMemberActs(project);
  const about = { members: rows ?? [], roles: roleList.data?.roles ?? [] };
  const columns = useMemberColumns({ ...about, options, mayChange, decidesManagers, acts });
  const add = mayChange && (
    <Button type="primary" icon={<PlusOutlined />} disabled={!roleList.data} onClick={() => setAdding(true)}>
      {t('people:members.add')}
    </Button>
  );
  return (
    <Page
      title={t('people:members.title')}
      note={project.archivedAt ? t('projects:archivedNote') : rows && formatCount(rows.filter(isActive).length)}
      actions={
        <>
          {mayChange && <AddGroup project={project} />}
          {add}
        </>
      }
      flush
    >
      <ProjectGroups project={project} mayChange={mayChange} />
      <DataTable
        rows={rows}
        columns={columns}
        rowKey={(member) => member.userId}
        error={rows ? undefined : members.error}
        onRetry={() => void members.refetch()}
        empty={
          <Empty title={t('people:members.none')} why={t('people:members.noneWhy')}>
            {add}
          </Empty>
        }
      />
      {roleList.error && !roleList.data && (
        <Partial onRetry={() => void roleList.refetch()}>
          {t('people:members.noRoles', { words: wordsOf(roleList.error, t).words })}
        </Partial>
      )}
      {adding && <MemberDialog project={project} options={options} onClose={() => setAdding(false)} />}
      <UntilDialog project={project} acts={acts} />
      <MemberConfirm project={project} acts={acts} />
    </Page>
  );
}
