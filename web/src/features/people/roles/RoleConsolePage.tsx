import './roles.css';
import { PlusOutlined } from '@ant-design/icons';
import { type Role, roles } from '@plumbline/contract/people/roles';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Console, useConsoleCorporation } from '../corporations/console.parts.tsx';
import { useDrafts } from './drafts.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleMatrix } from './RoleMatrix.tsx';
import { roleName } from './role-words.parts.ts';

/** The fixed and the custom roles of a corporation, and what the open one may do in a project. */
export default function RoleConsolePage() {
  const { t } = useTranslation();
  const [corporationId] = useConsoleCorporation();
  const [making, setMaking] = useState(false);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Allowed to={roles.create}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
              {t('roles:new')}
            </Button>
          </Allowed>
        )
      }
    >
      {(id) => <Roles key={id} corporationId={id} making={making} onMake={setMaking} />}
    </Console>
  );
}

function Roles({
  corporationId,
  making,
  onMake,
}: {
  corporationId: number;
  making: boolean;
  onMake: (making: boolean) => void;
}) {
  const [roleText, setRole] = useUrlState('role', '');
  const query = useRead(roles.list, { corporationId });
  const { drafts, change, drop, blocker } = useDrafts();
  const all = query.data?.roles ?? [];
  const named = all.find((each) => String(each.id) === roleText);
  // A wide page shows the first one rather than nothing; a phone begins with the list.
  const open = named ?? all[0];
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {() => (
        <div className={`roles${named ? ' open' : ''}`}>
          <RoleList all={all} open={open} drafts={drafts} onOpen={(role) => setRole(String(role.id))} />
          {open && (
            <RoleMatrix
              key={open.id}
              role={open}
              all={all}
              draft={drafts[open.id]}
              onDraft={(permissions) => change(open.id, permissions, open.permissions)}
              onDrop={() => drop(open.id)}
              onBack={() => setRole(null)}
            />
          )}
          {making && (
            <RoleDialog
              corporationId={corporationId}
              all={all}
              onClose={() => onMake(false)}
              onDone={(role) => setRole(String(role.id))}
            />
          )}
          <LeaveDialog blocker={blocker} />
        </div>
      )}
    </Answer>
  );
}

type Drafts = ReturnType<typeof useDrafts>;

/** The fixed roles, then the custom ones; one that is changed but not saved says so. */
function RoleList({
  all,
  open,
  drafts,
  onOpen,
}: {
  all: readonly Role[];
  open: Role | undefined;
  drafts: Drafts['drafts'];
  onOpen: (role: Role) => void;
}) {
  const { t } = useTranslation();
  const custom = all.filter((each) => each.type === 'Custom');
  const row = (role: Role) => (
    <button
      key={role.id}
      type="button"
      className={`pl-bare rrow${role === open ? ' on' : ''}`}
      aria-pressed={role === open}
      onClick={() => onOpen(role)}
    >
      <span className="pl-ell pl-gap">{roleName(role, t)}</span>
      {drafts[role.id] && <span className="pl-tag quiet">{t('roles:changed')}</span>}
      <span className="pl-sm pl-3">{t('roles:people', { count: role.members })}</span>
    </button>
  );
  return (
    <div className="list">
      <h2 className="pl-h3">{t('roles:fixedRoles')}</h2>
      {all.filter((each) => each.type !== 'Custom').map(row)}
      <h2 className="pl-h3">{t('roles:customRoles')}</h2>
      {custom.map(row)}
      {custom.length === 0 && (
        <p className="pl-3 pl-sm" style={{ padding: '0 20px' }}>
          {t('roles:noCustom')}
        </p>
      )}
    </div>
  );
}

/** Asked before a page with unsaved permissions is left. */
function LeaveDialog({ blocker }: { blocker: Drafts['blocker'] }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('roles:leaveTitle')}
      okText={t('roles:leave')}
      cancelText={t('roles:stay')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      width={420}
    >
      {t('roles:leaveLost')}
    </Modal>
  );
}
