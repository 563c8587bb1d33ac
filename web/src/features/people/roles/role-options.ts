import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { Role } from '@plumbline/contract/people/roles';
import type { TFunction } from 'i18next';
import { roleName } from './role-words.parts.ts';

export interface RoleOption {
  readonly value: number;
  readonly label: string;
  readonly type: RoleType;
}

/** The roles that the caller can give: never Owner, and Manager only where they decide about Managers. */
export const givableRoles = (roles: readonly Role[], decidesManagers: boolean, t: TFunction): RoleOption[] =>
  roles
    .filter((role) => role.type !== 'Owner' && (decidesManagers || role.type !== 'Manager'))
    .map((role) => ({ value: role.id, label: roleName(role, t), type: role.type }));
