import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { TFunction } from 'i18next';

/** A fixed role is called in the reader's language, a custom one as its makers called it. */
export const roleName = (role: { readonly type: RoleType; readonly name: string }, t: TFunction): string =>
  role.type === 'Custom' ? role.name : t(`roles:fixed.${role.type}`);
