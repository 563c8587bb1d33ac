/** Permissions are `action:scope`, exactly as specification 6 lists them. */
export const actions = ['Create', 'Delete', 'Retrieve', 'Update'] as const;
export const scopes = [
  'Corporation',
  'User',
  'UserGroup',
  'Role',
  'Project',
  'Structure',
  'MeasuringPoint',
  'Device',
  'Report',
  'AlertRule',
  'PushRule',
  'Alert',
  'Data',
  'House',
] as const;
export type Action = (typeof actions)[number];
export type Scope = (typeof scopes)[number];
export type Permission = `${Action}:${Scope}`;
export const permissions: readonly Permission[] = scopes.flatMap((scope) =>
  actions.map((action) => `${action}:${scope}` as const),
);

export const accountTypes = ['System', 'Admin', 'Manager', 'Normal'] as const;
export type AccountType = (typeof accountTypes)[number];

export const roleTypes = ['Owner', 'Manager', 'Member', 'Guest', 'Custom'] as const;
export type RoleType = (typeof roleTypes)[number];

/** Scopes that belong to a corporation and never to a project role (specification 6: the normal-permission list excludes them). */
export const corporationScopes: readonly Scope[] = ['Corporation', 'User', 'UserGroup', 'Role'];

const inProject = permissions.filter((permission) => !corporationScopes.includes(permission.split(':')[1] as Scope));
const only = (action: Action) => inProject.filter((permission) => permission.startsWith(`${action}:`));

/** Every permission that can be held in a project: what a role, or the scope of an access token, is made of. */
export const projectPermissions: readonly Permission[] = inProject;

/** Permissions of the four fixed project roles. A Custom role carries its own list. */
export const rolePermissions: Readonly<Record<Exclude<RoleType, 'Custom'>, readonly Permission[]>> = {
  Owner: inProject.filter((permission) => permission !== 'Create:Project'),
  Manager: inProject.filter((permission) => permission !== 'Create:Project' && permission !== 'Delete:Project'),
  Member: [...only('Retrieve'), 'Update:Alert', 'Create:Data', 'Update:Data', 'Update:MeasuringPoint', 'Update:Device'],
  Guest: only('Retrieve'),
};

/**
 * Permissions that an account holds throughout its own corporation, whatever its project roles. System: everything
 * everywhere. Admin: everything in its corporation. Manager: may open projects and sees every project as a project
 * Manager. Normal: only what its project roles give.
 */
export const accountPermissions: Readonly<Record<AccountType, readonly Permission[]>> = {
  System: permissions,
  Admin: permissions.filter((permission) => permission !== 'Create:Corporation' && permission !== 'Delete:Corporation'),
  Manager: ['Create:Project', 'Retrieve:Corporation', ...rolePermissions.Manager],
  Normal: [],
};
