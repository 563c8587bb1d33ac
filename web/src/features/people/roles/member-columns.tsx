import { CalendarOutlined, CheckOutlined, DeleteOutlined, EllipsisOutlined, StopOutlined } from '@ant-design/icons';
import type { Role } from '@plumbline/contract/people/roles';
import { Button, Dropdown, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { useSession } from '../../../kernel/session.ts';
import type { MemberActs, MemberRow } from './member-acts.ts';
import type { RoleOption } from './role-options.ts';
import { roleName } from './role-words.parts.ts';
import { UntilText } from './UntilInput.tsx';

/** The columns of the members' table. A role is changed where it stands; the last Owner keeps theirs. */
export function useMemberColumns({
  members,
  roles,
  options,
  mayChange,
  decidesManagers,
  acts,
}: {
  members: readonly MemberRow[];
  roles: readonly Role[];
  options: readonly RoleOption[];
  mayChange: boolean;
  decidesManagers: boolean;
  acts: MemberActs;
}): Columns<MemberRow> {
  const { t } = useTranslation();
  const { user } = useSession();
  const owners = members.filter((each) => each.roleType === 'Owner' && each.status === 'active');
  const isLastOwner = (member: MemberRow): boolean => owners.length === 1 && owners[0]?.userId === member.userId;
  const inReach = (member: MemberRow): boolean =>
    mayChange && (decidesManagers || member.userId === user.id || !['Owner', 'Manager'].includes(member.roleType));
  const nameOf = (member: MemberRow): string => {
    const role = roles.find((each) => each.id === member.roleId);
    return role ? roleName(role, t) : t(`roles:fixed.${member.roleType}`);
  };
  const columns: Columns<MemberRow> = [
    { title: t('people:members.name'), key: 'name', render: (_, member) => <NameCell member={member} /> },
    {
      title: t('people:members.role'),
      key: 'role',
      width: 170,
      render: (_, member) => {
        if (!inReach(member)) return nameOf(member);
        if (isLastOwner(member)) return <span title={t('people:members.ownerStays')}>{nameOf(member)}</span>;
        return <RoleSelect member={member} name={nameOf(member)} options={options} acts={acts} />;
      },
    },
    {
      title: t('people:status'),
      key: 'status',
      width: 160,
      render: (_, member) => <StatusCell member={member} />,
      responsive: ['sm'],
    },
  ];
  if (mayChange)
    columns.push({
      title: <ActsHeading />,
      key: 'actions',
      width: 64,
      align: 'right',
      render: (_, member) => inReach(member) && !isLastOwner(member) && <ActsMenu member={member} acts={acts} />,
    });
  return columns;
}

function NameCell({ member }: { member: MemberRow }) {
  const { t } = useTranslation();
  return (
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
  );
}

function RoleSelect({
  member,
  name,
  options,
  acts,
}: {
  member: MemberRow;
  name: string;
  options: readonly RoleOption[];
  acts: MemberActs;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      style={{ width: '100%' }}
      aria-label={`${t('people:members.role')}: ${member.displayName}`}
      loading={acts.busyId === member.userId}
      value={member.roleId}
      options={
        options.some((each) => each.value === member.roleId)
          ? [...options]
          : [{ value: member.roleId, label: name, disabled: true }, ...options]
      }
      onChange={(roleId) => acts.giveRole(member, roleId)}
    />
  );
}

function StatusCell({ member }: { member: MemberRow }) {
  const { t } = useTranslation();
  if (member.status === 'active' && member.until) return <UntilText until={member.until} />;
  return member.status === 'disabled' ? (
    <span className="pl-tag quiet">
      <StopOutlined />
      {t('people:disabled')}
    </span>
  ) : (
    <span className="pl-2">{t('people:members.active')}</span>
  );
}

function ActsMenu({ member, acts }: { member: MemberRow; acts: MemberActs }) {
  const { t } = useTranslation();
  const { user } = useSession();
  // Nobody shuts themselves out by disabling: who wants to leave is asked first.
  const items = [
    ...(member.userId === user.id
      ? []
      : [
          member.status === 'active'
            ? { key: 'disabled', icon: <StopOutlined />, label: t('people:disable') }
            : { key: 'active', icon: <CheckOutlined />, label: t('people:enable') },
        ]),
    ...(member.roleType === 'Owner'
      ? []
      : [{ key: 'until', icon: <CalendarOutlined />, label: t('people:members.setUntil') }]),
    { key: 'remove', icon: <DeleteOutlined />, label: t('people:members.remove') },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: items, onClick: ({ key }) => acts.choose(member, key) }}
    >
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined />}
        loading={acts.busyId === member.userId}
        aria-label={`${t('people:members.more')}: ${member.displayName}`}
      />
    </Dropdown>
  );
}
