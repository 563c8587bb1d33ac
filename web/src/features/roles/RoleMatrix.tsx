import { ArrowLeftOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import type { Permission } from '@plumbline/contract/permissions';
import { type Role, roles } from '@plumbline/contract/roles';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { Worded } from '../../kernel/failures.ts';
import { useWrite } from '../../kernel/writes.ts';
import { changesBetween } from './drafts.ts';
import { PermissionMatrix, rolePermissionCount } from './PermissionMatrix.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { roleName } from './role-words.ts';

/** One role: its matrix, and for a custom one its name, its removal, and what is changed but not saved. */
export function RoleMatrix({
  role,
  all,
  draft,
  onDraft,
  onDrop,
  onBack,
}: {
  role: Role;
  all: readonly Role[];
  draft: readonly Permission[] | undefined;
  onDraft: (permissions: readonly Permission[]) => void;
  onDrop: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeRole } = useWrite(roles.remove);
  const { run: setPermissions } = useWrite(roles.setPermissions);
  const allowed = useAllowed();
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const [busy, setBusy] = useState(false);
  const isCustom = role.type === 'Custom';
  const mayChange = isCustom && allowed(roles.setPermissions);
  const permissions = draft ?? role.permissions;
  // What the draft began from: another's change since is told, not written over.
  const began = useRef(role.permissions);
  if (draft === undefined) began.current = role.permissions;
  const changes = changesBetween(permissions, role.permissions);

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await setPermissions(
        { roleId: role.id, permissions: [...permissions] },
        { over: { permissions: began.current } },
      );
      onDrop();
      toasts.done(t('roles:saved', { name: role.name }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await removeRole({ roleId: role.id });
    } catch (error) {
      const members = error instanceof Failure && (error.detail as { members?: number } | undefined)?.members;
      throw error instanceof Failure && error.name === 'notEmpty' && members
        ? new Worded(t('roles:stillHeld', { count: members }))
        : error;
    }
    onDrop();
    onBack();
  };
  return (
    <div className="one">
      <header className="head">
        <span className="pl-phone-only">
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('common:back')} onClick={onBack} />
        </span>
        <div className="pl-gap" style={{ minWidth: 0 }}>
          <h2 className="pl-ell">{roleName(role, t)}</h2>
          <div className="pl-sm pl-3">
            {t('roles:holds', { granted: permissions.length, of: rolePermissionCount })} ·{' '}
            {t('roles:people', { count: role.members })}
          </div>
        </div>
        {isCustom && (
          <>
            <Allowed to={roles.update}>
              <Button onClick={() => setDialog('rename')}>{t('roles:rename')}</Button>
            </Allowed>
            <Allowed to={roles.remove}>
              <Button danger onClick={() => setDialog('remove')}>
                {t('roles:remove')}
              </Button>
            </Allowed>
          </>
        )}
        <p className="pl-2 pl-sm" style={{ flexBasis: '100%' }}>
          {role.type === 'Custom' ? t('roles:customMeans') : t(`roles:means.${role.type}`)}
        </p>
      </header>
      <div className="grid">
        <PermissionMatrix
          label={roleName(role, t)}
          selected={permissions}
          saved={role.permissions}
          {...(mayChange ? { onChange: onDraft } : {})}
        />
      </div>
      {mayChange && (
        <footer className="foot">
          <span className="pl-gap pl-2 pl-sm" role="status">
            {permissions.includes('Retrieve:Project')
              ? changes === 0
                ? t('roles:unchanged')
                : t('roles:changes', { count: changes })
              : t('roles:noProject')}
          </span>
          <Button type="text" disabled={changes === 0 || busy} onClick={onDrop}>
            {t('roles:undo')}
          </Button>
          <Button type="primary" disabled={changes === 0} loading={busy} onClick={() => void save()}>
            {t('common:save')}
          </Button>
        </footer>
      )}
      {dialog === 'rename' && role.corporationId !== null && (
        <RoleDialog
          corporationId={role.corporationId}
          all={all}
          role={role}
          onClose={() => setDialog(null)}
          onDone={() => undefined}
        />
      )}
      <ConfirmDestructive
        open={dialog === 'remove'}
        title={t('roles:removeTitle', { name: role.name })}
        lost={t('roles:removeLost')}
        action={t('roles:remove')}
        onConfirm={remove}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
