import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Role, roles } from '@plumbline/contract/people/roles';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { roleName } from './role-words.parts.ts';

const renamed = roles.create.input.pick({ name: true });
const newRole = renamed.extend({ like: z.int() });
const name: FieldDefinition = { type: 'INPUT', prop: 'name', label: 'roles:name', span: 2 };
const like: FieldDefinition = { type: 'SELECT', prop: 'like', label: 'roles:like', tips: 'roles:likeHelp', span: 2 };

/** Makes a custom role, beginning with what another one holds, or renames one. */
export function RoleDialog({
  corporationId,
  all,
  role,
  onClose,
  onDone,
}: {
  corporationId: number;
  all: readonly Role[];
  /** The role to rename; without it one is made. */
  role?: Role;
  onClose: () => void;
  onDone: (role: Role) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createRole } = useWrite(roles.create);
  const { run: updateRole } = useWrite(roles.update);
  const save = async (
    input: { name: string; like?: number },
    precondition: { readonly over: unknown },
  ): Promise<Role> => {
    const permissions = all.find((each) => each.id === input.like)?.permissions ?? [];
    const { role: saved } = role
      ? await updateRole({ roleId: role.id, name: input.name }, precondition)
      : await createRole({ corporationId, name: input.name, permissions });
    toasts.done(t('common:saved'));
    return saved;
  };
  return (
    <FormDialog
      title={role ? t('roles:rename') : t('roles:new')}
      widthPx={420}
      schema={role ? renamed : newRole}
      {...(role && { record: role })}
      initial={role ? { name: role.name } : { like: (all.find((each) => each.type === 'Guest') ?? all[0])?.id }}
      fields={role ? [name] : [name, like]}
      options={{ like: all.map((each) => ({ value: each.id, label: roleName(each, t) })) }}
      {...(role ? {} : { saveLabel: t('common:create') })}
      onSave={save}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
