import { CheckOutlined, DeleteOutlined, EllipsisOutlined, StopOutlined } from '@ant-design/icons';
import { type Project, projects } from '@plumbline/contract/projects';
import type { Member } from '@plumbline/contract/projects.members';
import type { Role } from '@plumbline/contract/roles';
import type { OutputOf } from '@plumbline/contract/route';
import { Button, Dropdown, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import type { Columns } from '../../design/DataTable.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
import { memberFailure } from './member-failure.ts';
import type { RoleOption } from './role-options.ts';
import { roleName } from './role-words.ts';

type MemberRow = OutputOf<typeof Member>;
/** What is asked before it is done: it cannot be taken back here, or shuts the caller out. */
type PendingAction = { readonly kind: 'remove'; readonly member: MemberRow } | RoleChange;
interface RoleChange {
  readonly kind: 'role';
  readonly member: MemberRow;
  readonly roleId: number;
}

/** The columns of the members' table and the dialogs that they open. A role is changed where it stands. */
export function useMemberColumns({
  project,
  members,
  roles,
  options,
  mayChange,
  decidesManagers,
}: {
  project: Project;
  members: readonly MemberRow[];
  roles: readonly Role[];
  options: readonly RoleOption[];
  mayChange: boolean;
  decidesManagers: boolean;
}): { columns: Columns<MemberRow>; dialogs: ReactNode } {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeMember } = useWrite(projects.removeMember);
  const { run: updateMember } = useWrite(projects.updateMember);
  const { user } = useSession();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);
  const projectId = project.id;
  const owners = members.filter((each) => each.roleType === 'Owner' && each.status === 'active');
  const isLastOwner = (member: MemberRow): boolean => owners.length === 1 && owners[0]?.userId === member.userId;
  const inReach = (member: MemberRow): boolean =>
    mayChange && (decidesManagers || member.userId === user.id || !['Owner', 'Manager'].includes(member.roleType));
  const nameOf = (member: MemberRow): string => {
    const role = roles.find((each) => each.id === member.roleId);
    return role ? roleName(role, t) : t(`roles:fixed.${member.roleType}`);
  };

  const change = async (member: MemberRow, to: { roleId?: number; status?: 'active' | 'disabled' }): Promise<void> => {
    setBusyId(member.userId);
    try {
      await updateMember({ projectId, userId: member.userId, ...to }, { over: member });
    } catch (error) {
      throw memberFailure(error, t);
    } finally {
      setBusyId(null);
    }
    toasts.done(t('common:saved'));
  };
  const giveRole = (member: MemberRow, roleId: number): void => {
    if (member.roleType === 'Owner' || member.userId === user.id) setPending({ kind: 'role', member, roleId });
    else void change(member, { roleId }).catch(toasts.failed);
  };
  // Nobody shuts themselves out by disabling: who wants to leave is asked first.
  const itemsOf = (member: MemberRow) => [
    ...(member.userId === user.id
      ? []
      : [
          member.status === 'active'
            ? { key: 'disabled', icon: <StopOutlined />, label: t('people:disable') }
            : { key: 'active', icon: <CheckOutlined />, label: t('people:enable') },
        ]),
    { key: 'remove', icon: <DeleteOutlined />, label: t('people:members.remove') },
  ];
  const choose = (member: MemberRow, key: string): void => {
    if (key === 'remove') setPending({ kind: 'remove', member });
    else void change(member, { status: key === 'active' ? 'active' : 'disabled' }).catch(toasts.failed);
  };
  const confirmed = async (): Promise<void> => {
    if (!pending) return;
    if (pending.kind === 'role') return change(pending.member, { roleId: pending.roleId });
    try {
      await removeMember({ projectId, userId: pending.member.userId });
    } catch (error) {
      throw memberFailure(error, t);
    }
  };

  const columns: Columns<MemberRow> = [
    {
      title: t('people:members.name'),
      key: 'name',
      render: (_, member) => (
        <span className={member.status === 'disabled' ? 'pl-3' : ''}>
          {member.status === 'disabled' && (
            <span className="pl-phone-only">
              <StopOutlined title={t('people:disabled')} />{' '}
            </span>
          )}
          <span className="pl-b">{member.displayName}</span>{' '}
          <span className="pl-wide-only">
            <span className="pl-sm pl-3">{member.name}</span>
          </span>
        </span>
      ),
    },
    {
      title: t('people:members.role'),
      key: 'role',
      width: 170,
      render: (_, member) =>
        !inReach(member) ? (
          nameOf(member)
        ) : isLastOwner(member) ? (
          <span title={t('people:members.ownerStays')}>{nameOf(member)}</span>
        ) : (
          <Select
            size="small"
            style={{ width: '100%' }}
            aria-label={`${t('people:members.role')}: ${member.displayName}`}
            loading={busyId === member.userId}
            value={member.roleId}
            options={
              options.some((each) => each.value === member.roleId)
                ? [...options]
                : [{ value: member.roleId, label: nameOf(member), disabled: true }, ...options]
            }
            onChange={(roleId) => giveRole(member, roleId)}
          />
        ),
    },
    {
      title: t('people:status'),
      key: 'status',
      width: 120,
      render: (_, member) =>
        member.status === 'disabled' ? (
          <span className="pl-tag quiet">
            <StopOutlined />
            {t('people:disabled')}
          </span>
        ) : (
          <span className="pl-2">{t('people:members.active')}</span>
        ),
      responsive: ['sm'],
    },
    ...(mayChange
      ? [
          {
            title: '',
            key: 'actions',
            width: 64,
            align: 'right' as const,
            render: (_: unknown, member: MemberRow) =>
              inReach(member) &&
              !isLastOwner(member) && (
                <Dropdown
                  trigger={['click']}
                  placement="bottomRight"
                  menu={{ items: itemsOf(member), onClick: ({ key }) => choose(member, key) }}
                >
                  <Button
                    size="small"
                    type="text"
                    icon={<EllipsisOutlined />}
                    loading={busyId === member.userId}
                    aria-label={`${t('people:members.more')}: ${member.displayName}`}
                  />
                </Dropdown>
              ),
          },
        ]
      : []),
  ];
  const name = pending?.member.displayName ?? '';
  const isOwn = pending?.member.userId === user.id;
  const dialogs = (
    <ConfirmDestructive
      open={pending !== null}
      title={
        pending?.kind === 'role' ? t('people:members.roleTitle', { name }) : t('people:members.removeTitle', { name })
      }
      lost={
        pending?.kind !== 'role'
          ? isOwn
            ? t('people:members.leaveLost', { project: project.name })
            : t('people:members.removeLost', { project: project.name })
          : pending.member.roleType === 'Owner'
            ? t('people:members.ownerLost')
            : t('people:members.ownRoleLost')
      }
      action={pending?.kind === 'role' ? t('people:members.changeRole') : t('people:members.remove')}
      onConfirm={confirmed}
      onClose={() => setPending(null)}
    />
  );
  return { columns, dialogs };
}
