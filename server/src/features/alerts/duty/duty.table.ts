import type { DutyPerson, DutyProblem, Rotation, Shift } from '@plumbline/contract/alerts/duty';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { audienceOf } from '../notifications/notifications.api.ts';

export type RosterRow = Selectable<Tables['duty_roster']> & { readonly time_zone: string };
export type SubstitutionRow = Selectable<Tables['duty_substitution']>;

const allRosters = (db: Db) =>
  db
    .selectFrom('duty_roster')
    .innerJoin('project', 'project.id', 'duty_roster.project_id')
    .selectAll('duty_roster')
    .select('project.time_zone');

/** Rosters of projects, by name; one alone where `id` is given. */
export async function rosters(db: Db, projectIds: readonly number[], id?: number): Promise<RosterRow[]> {
  let query = allRosters(db).where('duty_roster.project_id', 'in', [...projectIds]);
  if (id !== undefined) query = query.where('duty_roster.id', '=', id);
  return await query.orderBy('duty_roster.name').orderBy('duty_roster.id').execute();
}

/** Rosters by their ids, in no order. */
export const rostersById = (db: Db, ids: readonly number[]): Promise<RosterRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : allRosters(db)
        .where('duty_roster.id', 'in', [...ids])
        .execute();

/** The substitutions of rosters that are not over at an instant, in the order in which they were made. */
export const substitutions = (db: Db, rosterIds: readonly number[], after: Date): Promise<SubstitutionRow[]> =>
  rosterIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('duty_substitution')
        .selectAll()
        .where('roster_id', 'in', [...rosterIds])
        .where('end_at', '>', after)
        .orderBy('id')
        .execute();

/** Returns whether the account u may acknowledge the alerts of the project j. */
export const mayAcknowledge = sql<boolean>`u.id IN (SELECT able.id FROM (${audienceOf('Update:Alert')}) AS able)`;

/** Returns the people who see the alerts of projects, with the ways by which each can be reached. */
export async function people(
  db: Db,
  projectIds: readonly number[],
): Promise<(DutyPerson & { readonly projectId: number })[]> {
  const { rows } = await sqlRows({
    projectId: 'number',
    id: 'number',
    name: 'text',
    email: 'flag',
    sms: 'flag',
    canAcknowledge: 'flag',
  })`
    SELECT j.id AS "projectId", u.id, u.display_name AS name, t.email IS NOT NULL AS email, t.mobile IS NOT NULL AS sms,
      ${mayAcknowledge} AS "canAcknowledge"
    FROM project j CROSS JOIN LATERAL (${audienceOf('Retrieve:Alert')}) AS may
      JOIN account u ON u.id = may.id LEFT JOIN contact t ON t.account_id = u.id
    WHERE j.id = ANY(${projectIds}::int[]) ORDER BY u.display_name, u.id`.execute(db);
  return rows;
}

/** Somebody whom a roster names. */
export interface Named {
  readonly id: number;
  readonly name: string;
  /** What keeps them from acting in the project; empty = nothing. */
  readonly problems: readonly DutyProblem[];
}

/** Somebody as rosters of a project name them. */
export interface NamedIn {
  readonly projectId: number;
  readonly id: number;
}
/** The people whom rosters name, by project and id. */
export type Names = ReadonlyMap<number, ReadonlyMap<number, Named>>;

/** The accounts whom rosters of projects name, those of the corporation of the project alone. */
export async function namedBy(db: Db, named: readonly NamedIn[]): Promise<Names> {
  const { rows } = await sqlRows({
    projectId: 'number',
    id: 'number',
    name: 'text',
    disabled: 'flag',
    sees: 'flag',
    unreachable: 'flag',
    canAcknowledge: 'flag',
  })`
    WITH wanted AS (SELECT DISTINCT * FROM unnest(${named.map(({ projectId }) => projectId)}::int[], ${named.map(({ id }) => id)}::int[]) AS w(project_id, id)),
      within AS (SELECT j.id, j.corporation_id FROM project j WHERE j.id IN (SELECT project_id FROM wanted)),
      seeing AS MATERIALIZED (SELECT j.id AS project_id, may.id FROM within j CROSS JOIN LATERAL (${audienceOf('Retrieve:Alert')}) AS may),
      acting AS MATERIALIZED (SELECT j.id AS project_id, may.id FROM within j CROSS JOIN LATERAL (${audienceOf('Update:Alert')}) AS may)
    SELECT w.project_id AS "projectId", u.id, u.display_name AS name, u.disabled_at IS NOT NULL AS disabled,
      t.email IS NULL AND t.mobile IS NULL AS unreachable,
      (w.project_id, u.id) IN (SELECT project_id, id FROM seeing) AS sees,
      (w.project_id, u.id) IN (SELECT project_id, id FROM acting) AS "canAcknowledge"
    FROM wanted w JOIN within j ON j.id = w.project_id JOIN account u ON u.id = w.id AND u.corporation_id = j.corporation_id
      LEFT JOIN contact t ON t.account_id = u.id`.execute(db);
  const names = new Map<number, Map<number, Named>>();
  for (const { projectId, id, name, disabled, sees, unreachable, canAcknowledge } of rows) {
    const present: DutyProblem[] = [
      ...(unreachable ? (['unreachable'] as const) : []),
      ...(canAcknowledge ? [] : (['cannotAcknowledge'] as const)),
    ];
    const here = names.get(projectId) ?? new Map<number, Named>();
    names.set(projectId, here.set(id, { id, name, problems: disabled ? ['disabled'] : sees ? present : ['noMember'] }));
  }
  return names;
}

/** Returns how many a project has, and locks the project so that none is added until the transaction ends. */
export async function count(db: Db, projectId: number): Promise<number> {
  await db.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
  const { rows } = await sqlRows({ count: 'number' })`
    SELECT count(*)::int AS count FROM duty_roster WHERE project_id = ${projectId}`.execute(db);
  return elementAt(rows, 0).count;
}

interface RosterInput {
  readonly name: string;
  readonly shifts: readonly Shift[];
  readonly rotations: readonly Rotation[];
  readonly fallbackId: number | null;
}
const columnsOf = ({ name, shifts, rotations, fallbackId }: RosterInput) => ({
  name,
  shifts: JSON.stringify(shifts),
  rotations: JSON.stringify(rotations),
  fallback_id: fallbackId,
});

export async function insert(
  db: Db,
  projectId: number,
  roster: RosterInput,
  { byName, createdAt }: { readonly byName: string; readonly createdAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('duty_roster')
    .values({ project_id: projectId, ...columnsOf(roster), by_name: byName, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(db: Db, id: number, roster: RosterInput): Promise<void> {
  await db.updateTable('duty_roster').set(columnsOf(roster)).where('id', '=', id).execute();
}

/** Locks a roster until the transaction ends: no rule begins to name it. False where there is none. */
export async function lock(db: Db, projectId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('duty_roster')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('duty_roster').where('id', '=', id).execute();
}

/** The names of the alert rules that tell a roster, at once or later. */
export async function rulesNaming(db: Db, projectId: number, rosterId: number): Promise<string[]> {
  const { rows } = await sqlRows({ name: 'text' })`
    SELECT r.name FROM alert_rule r WHERE r.project_id = ${projectId} AND (${rosterId}::int = ANY(r.roster_ids)
      OR EXISTS (SELECT FROM jsonb_array_elements(r.steps) AS step WHERE step->'rosterIds' @> to_jsonb(${rosterId}::int)))
    ORDER BY r.name LIMIT 100`.execute(db);
  return rows.map(({ name }) => name);
}

export async function insertSubstitution(db: Db, values: Omit<SubstitutionRow, 'id'>): Promise<void> {
  await db.insertInto('duty_substitution').values(values).execute();
}

export const removeSubstitution = async (db: Db, rosterId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('duty_substitution')
    .where('id', '=', id)
    .where('roster_id', '=', rosterId)
    .returning('id')
    .executeTakeFirst()) !== undefined;
