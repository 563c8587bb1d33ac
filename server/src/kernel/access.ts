/**
 * Access control: who is asking, where, and whether they may. Deny by default: a route says what it needs, and what is
 * foreign is answered exactly like what does not exist.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { accountPermissions, type Permission } from '@plumbline/contract/kernel/permissions';
import { type Place as PlaceField, type Route, tokensOf } from '@plumbline/contract/kernel/route';
import type { Caller, Db, Place } from './context.ts';

/** Given by the features (through app.ts): the place of each id; ids that do not exist are absent. */
export type Places = {
  readonly [F in PlaceField]: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Place>>;
};

/** What a permission lets one do with a thing that several projects share: read it from one of them, change it from all. */
const isGranted = (memberships: readonly (ReadonlySet<Permission> | undefined)[], permission: Permission): boolean =>
  permission.startsWith('Retrieve:')
    ? memberships.some((permissions) => permissions?.has(permission))
    : memberships.length > 0 && memberships.every((permissions) => permissions?.has(permission));

/** Returns whether the caller holds a permission at a place. `foreign` = the place is none of the caller's business. */
export function permissionAt(
  caller: Caller,
  permission: Permission | 'signed-in',
  place: Place,
): 'yes' | 'no' | 'foreign' {
  if (caller.type === 'System') return 'yes';
  if (place.corporationId !== caller.corporationId && !place.everybodys) return 'foreign';
  const throughout = accountPermissions[caller.type];
  if (permission !== 'signed-in' && throughout.includes(permission)) return 'yes';
  const seesAll = caller.type === 'Admin' || caller.type === 'Manager';
  const memberships = place.projectIds.map((id) => caller.projects.get(id));
  const outside = memberships.every((permissions) => permissions === undefined);
  if ((place.projectIds.length > 0 || place.inStock) && outside && !seesAll) return 'foreign';
  // A token with a scope is a member of its projects and nothing else: what lies in none is not its business.
  if (permission === 'signed-in') return caller.isScoped && place.projectIds.length === 0 ? 'foreign' : 'yes';
  return isGranted(memberships, permission) ? 'yes' : 'no';
}

/** Every permission that the caller holds somewhere: what menus and buttons are drawn from. */
export function permissionsAnywhere(caller: Caller): Set<Permission> {
  const anywhere = new Set<Permission>(accountPermissions[caller.type]);
  for (const permissions of caller.projects.values()) for (const permission of permissions) anywhere.add(permission);
  return anywhere;
}

/** Every permission that the caller holds at one place. */
export function permissionsAt(caller: Caller, place: Place): Permission[] {
  const permissions = new Set<Permission>(accountPermissions[caller.type]);
  for (const id of place.projectIds)
    for (const permission of caller.projects.get(id) ?? []) permissions.add(permission);
  return [...permissions];
}

/** Projects that the caller may see: all of its corporation, or those it is a member of. `null` = every project there is. */
export function visibleProjects(caller: Caller): { corporationId: number; projectIds: number[] | null } | null {
  if (caller.type === 'System') return null;
  const seesAll = caller.type === 'Admin' || caller.type === 'Manager';
  if (caller.corporationId === null) throw new Error(`account ${caller.accountId} belongs to no corporation`);
  return { corporationId: caller.corporationId, projectIds: seesAll ? null : [...caller.projects.keys()] };
}

/**
 * The projects in which a token with a scope holds a permission; null = the caller is none, and its own things are all its own.
 * For lists of what belongs to a person and not to a project.
 */
export const scopedTo = (caller: Caller, permission: Permission): readonly number[] | null =>
  caller.isScoped
    ? [...caller.projects].flatMap(([id, permissions]) => (permissions.has(permission) ? [id] : []))
    : null;

/** Throws notAllowed for an access token where a session, or a token without a scope, is asked for. */
function refuseTokens({ tokenKind, isScoped }: Caller, route: Route): void {
  if (tokenKind === 'session') return;
  const tokens = tokensOf(route);
  if (tokens === 'none' || (tokens === 'unscoped' && isScoped)) throw new Failure('notAllowed', { needs: 'session' });
}

/** Ids of a request that are no input of its route. */
export interface BesideInput {
  /** Ids that stand in the path of an alias alone: they must name the same place, or the caller itself. */
  readonly elsewhere?: Readonly<Record<string, unknown>>;
  /** What is told instead of the place where that was found by a row: nobody learns by it where a foreign row lies. */
  readonly named?: Readonly<Record<string, unknown>> | undefined;
}

/** Lets the caller through to a route at the place that its input names, or throws why not. Gives the places that were named. */
export async function authorize(
  db: Db,
  places: Places,
  caller: Caller,
  route: Route,
  input: Readonly<Record<string, unknown>>,
  { elsewhere = {}, named }: BesideInput = {},
): Promise<readonly Place[]> {
  refuseTokens(caller, route);
  const needs = route.needs as Permission | 'signed-in';
  const field = route.within;
  if (!field) {
    if (needs !== 'signed-in' && !permissionsAnywhere(caller).has(needs)) throw new Failure('notAllowed', { needs });
    refuseOthers(elsewhere, { userId: [caller.accountId], corporationId: [caller.corporationId] });
    return [];
  }
  const given = input[field];
  const ids = (Array.isArray(given) ? given : [given]) as number[];
  const found = await places[field](db, ids);
  for (const id of ids) {
    const place = found.get(id);
    const answer = place ? permissionAt(caller, needs, place) : 'foreign';
    if (answer === 'foreign') throw new Failure('notFound', named ?? { [field]: id });
    if (answer === 'no') throw new Failure('notAllowed', { needs });
    const writes = route.method !== 'GET' && !route.readOnly;
    if (place?.archived && writes && !route.evenArchived) throw new Failure('archived', { [field]: id });
  }
  for (const { projectIds, corporationId } of found.values())
    refuseOthers(elsewhere, { projectId: projectIds, corporationId: [corporationId] });
  // Two ids in one path must agree: a structure of the project that is named, a member of it, and so on.
  if (field !== 'projectId' && typeof input['projectId'] === 'number') {
    for (const id of ids)
      if (!found.get(id)?.projectIds.includes(input['projectId'])) throw new Failure('notFound', { [field]: id });
  }
  return [...found.values()];
}

/** Throws notFound for an id that is none of those its field may have. */
function refuseOthers(
  ids: Readonly<Record<string, unknown>>,
  valid: Readonly<Record<string, readonly (number | null)[]>>,
): void {
  for (const [field, id] of Object.entries(ids))
    if (!valid[field]?.includes(id as number)) throw new Failure('notFound', { [field]: id });
}
