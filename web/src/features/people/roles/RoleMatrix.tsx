import { ArrowLeftOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { type Role, roles } from '@plumbline/contract/people/roles';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { changesBetween } from './drafts.ts';
import { PermissionMatrix, rolePermissionCount } from './PermissionMatrix.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { roleName } from './role-words.parts.ts';

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
  const allowed = useAllowed();
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const isCustom = role.type === 'Custom';
  const mayChange = isCustom && allowed(roles.setPermissions);
  const permissions = draft ?? role.permissions;
  const changes = changesBetween(permissions, role.permissions);
  const { save, busy } = useSaving(role, draft, onDrop);
  return (
    <div className="one">
      <RoleHead role={role} granted={permissions.length} onBack={onBack} onAct={setDialog} />
      <div className="grid">
        <PermissionMatrix
          label={roleName(role, t)}
          selected={permissions}
          saved={role.permissions}
          {...(mayChange ? { onChange: onDraft } : {})}
        />
      </div>
      {mayChange && (
        <SaveBar
          isProjectOpen={permissions.includes('Retrieve:Project')}
          changes={changes}
          busy={busy}
          onUndo={onDrop}
          onSave={() => void save()}
        />
      )}
      <RoleDialogs
        role={role}
        all={all}
        open={dialog}
        onRemoved={() => {
          onDrop();
          onBack();
        }}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

function RoleActs({ onAct }: { onAct: (act: 'rename' | 'remove') => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Allowed to={roles.update}>
        <Button onClick={() => onAct('rename')}>{t('roles:rename')}</Button>
      </Allowed>
      <Allowed to={roles.remove}>
        <Button danger onClick={() => onAct('remove')}>
          {t('roles:remove')}
        </Button>
      </Allowed>
    </>
  );
}

/** What is changed and not saved; a role that does not see its project says so. */
function SaveBar({
  isProjectOpen,
  changes,
  busy,
  onUndo,
  onSave,
}: {
  isProjectOpen: boolean;
  changes: number;
  busy: boolean;
  onUndo: () => void;
  onSave: () => void;
}) {
  const { t } = useTranslation();
  return (
    <footer className="foot">
      <span className="pl-gap pl-2 pl-sm" role="status">
        {isProjectOpen
          ? changes === 0
            ? t('roles:unchanged')
            : t('roles:changes', { count: changes })
          : t('roles:noProject')}
      </span>
      <Button type="text" disabled={changes === 0 || busy} onClick={onUndo}>
        {t('roles:undo')}
      </Button>
      <Button type="primary" disabled={changes === 0} loading={busy} onClick={onSave}>
        {t('common:save')}
      </Button>
    </footer>
  );
}

/** Saves the draft of a role over what it began from: another's change since is told, not written over. */
function useSaving(role: Role, draft: readonly Permission[] | undefined, onSaved: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setPermissions } = useWrite(roles.setPermissions);
  const [busy, setBusy] = useState(false);
  const began = useRef(role.permissions);
  if (draft === undefined) began.current = role.permissions;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const permissions = [...(draft ?? role.permissions)];
      await setPermissions({ roleId: role.id, permissions }, { over: began.current });
      onSaved();
      toasts.done(t('roles:saved', { name: role.name }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
}

function RemoveDialog({
  open,
  role,
  onRemoved,
  onClose,
}: {
  open: boolean;
  role: Role;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: removeRole } = useWrite(roles.remove);
  const remove = async (): Promise<void> => {
    try {
      await removeRole({ roleId: role.id });
    } catch (error) {
      const members = error instanceof Failure && (error.detail as { members?: number } | undefined)?.members;
      throw error instanceof Failure && error.name === 'notEmpty' && members
        ? new Worded(t('roles:stillHeld', { count: members }))
        : error;
    }
    onRemoved();
  };
  return (
    <ConfirmDestructive
      open={open}
      title={t('roles:removeTitle', { name: role.name })}
      lost={t('roles:removeLost')}
      action={t('roles:remove')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** What the role is called, how much it holds and who has it. */
function RoleHead({
  role,
  granted,
  onBack,
  onAct,
}: {
  role: Role;
  granted: number;
  onBack: () => void;
  onAct: (act: 'rename' | 'remove') => void;
}) {
  const { t } = useTranslation();
  return (
    <header className="head">
      <span className="pl-phone-only">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('common:back')} onClick={onBack} />
      </span>
      <div className="pl-gap" style={{ minWidth: 0 }}>
        <h2 className="pl-ell">{roleName(role, t)}</h2>
        <div className="pl-sm pl-3">
          {t('roles:holds', { granted, of: rolePermissionCount })} · {t('roles:people', { count: role.members })}
        </div>
      </div>
      {role.type === 'Custom' && <RoleActs onAct={onAct} />}
      <p className="pl-2 pl-sm" style={{ flexBasis: '100%' }}>
        {role.type === 'Custom' ? t('roles:customMeans') : t(`roles:means.${role.type}`)}
      </p>
    </header>
  );
}

function RoleDialogs({
  role,
  all,
  open,
  onRemoved,
  onClose,
}: {
  role: Role;
  all: readonly Role[];
  open: 'rename' | 'remove' | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  return (
    <>
      {open === 'rename' && role.corporationId !== null && (
        <RoleDialog
          corporationId={role.corporationId}
          all={all}
          role={role}
          onClose={onClose}
          onDone={() => undefined}
        />
      )}
      <RemoveDialog open={open === 'remove'} role={role} onRemoved={onRemoved} onClose={onClose} />
    </>
  );
}
