/** Rules that hold in several projects: a row in each, with one key. */
import { sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';

/** A rule `own` with its rows `r` in other projects `j`. A corporation that was restored from an archive has the keys of the one before. */
const elsewhere = sql`alert_rule own JOIN project here ON here.id = own.project_id
      JOIN alert_rule r ON r.shared_key = own.shared_key AND r.id <> own.id
      JOIN project j ON j.id = r.project_id AND j.corporation_id = here.corporation_id`;

export interface SharedRow {
  readonly id: number;
  readonly projectId: number;
  /** Of an archived project, or one that is being deleted: nobody is told there, and nothing is changed. */
  readonly isResting: boolean;
}

/** Returns the rows of a rule in other projects, locked in one order. */
export async function rowsElsewhere(db: Db, ruleId: number): Promise<SharedRow[]> {
  const { rows } = await sqlRows({ id: 'number', projectId: 'number', isResting: 'flag' })`
    SELECT r.id, r.project_id AS "projectId", j.archived_at IS NOT NULL OR j.deleting_at IS NOT NULL AS "isResting"
    FROM ${elsewhere}
    WHERE own.id = ${ruleId} ORDER BY r.id FOR UPDATE OF r`.execute(db);
  return rows;
}

/** Gives rules one key; null = each is alone from now on. */
export async function setKey(db: Db, ids: readonly number[], key: string | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('alert_rule')
    .set({ shared_key: key })
    .where('id', 'in', [...ids])
    .execute();
}

/** Returns the rosters of a project that have the names of others, by the id of the other; those without one are absent. */
export async function rostersAlike(
  db: Db,
  projectId: number,
  rosterIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sqlRows({ id: 'number', alike: 'number' })`
    SELECT d.id, there.id AS alike FROM duty_roster d JOIN duty_roster there ON there.name = d.name AND there.project_id = ${projectId}
    WHERE d.id = ANY(${[...rosterIds]}::int[])`.execute(db);
  return new Map(rows.map(({ id, alike }) => [id, alike]));
}

/** Returns the names of rosters, and of the project that has none like them. */
export async function missingNames(db: Db, projectId: number, rosterIds: readonly number[]) {
  const { rows } = await sqlRows({ project: 'text', rosters: 'text' })`
    SELECT j.name AS project, (SELECT string_agg(d.name, ', ' ORDER BY d.name) FROM duty_roster d WHERE d.id = ANY(${[...rosterIds]}::int[])) AS rosters
    FROM project j WHERE j.id = ${projectId}`.execute(db);
  return rows[0];
}

/** Returns the other projects in which rules hold, by rule. */
export async function projectsElsewhere(db: Db, ruleIds: readonly number[], caller: Caller) {
  const { rows } = await sqlRows({ ruleId: 'number', id: 'number', name: 'text', isVisible: 'flag' })`
    SELECT own.id AS "ruleId", j.id, j.name, ${visibleTo(caller)} AS "isVisible"
    FROM ${elsewhere}
    WHERE own.id = ANY(${[...ruleIds]}::int[]) AND j.deleting_at IS NULL AND j.archived_at IS NULL
    ORDER BY j.name COLLATE natural_order, j.id`.execute(db);
  return rows;
}
