/** Rosters over several projects, for features above. What is archived or being deleted has nobody on duty. */
import type { DutyRoster } from '@plumbline/contract/alerts/duty';
import { dutySpans } from '@plumbline/science/series/duty';
import { sql } from 'kysely';
import type { Caller, Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { type Columns, type SqlRow, sqlRows } from '../../../kernel/rows.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';
import { audienceOf } from '../notifications/notifications.api.ts';
import { shown } from './duty.service.ts';
import * as table from './duty.table.ts';
import { planOf } from './logic/plan.ts';

/** Over j. */
const isRunning = sql<boolean>`(j.archived_at IS NULL AND j.deleting_at IS NULL)`;

const placeColumns = {
  id: 'number',
  name: 'text',
  projectId: 'number',
  projectName: 'text',
  timeZone: 'text',
} as const satisfies Columns;
/** A roster, and the project that it is of. */
export type RosterPlace = Readonly<SqlRow<typeof placeColumns>>;
/** The same over d and j. */
const place = sql`d.id, d.name, j.id AS "projectId", j.name AS "projectName", j.time_zone AS "timeZone"`;

/** One page of the rosters of projects whose alert rules a caller may see, by project and name, and how many there are. */
export async function rosterPlaces(
  db: Db,
  caller: Caller,
  { keyword, offset, limit }: { readonly keyword: string | undefined; readonly offset: number; readonly limit: number },
): Promise<{ readonly places: readonly RosterPlace[]; readonly total: number }> {
  const like = keyword ? containing(keyword) : null;
  const matching = sql`FROM duty_roster d JOIN project j ON j.id = d.project_id
    WHERE ${isRunning} AND ${visibleTo(caller, 'Retrieve:AlertRule')} AND (${like}::text IS NULL OR j.name ILIKE ${like} OR d.name ILIKE ${like})`;
  const [{ rows: places }, { rows: counted }] = await Promise.all([
    sqlRows(placeColumns)`
      SELECT ${place} ${matching}
      ORDER BY j.name COLLATE natural_order, j.id, d.name COLLATE natural_order, d.id OFFSET ${offset} LIMIT ${limit}`.execute(
      db,
    ),
    sqlRows({ total: 'number' })`SELECT count(*)::int AS total ${matching}`.execute(db),
  ]);
  return { places, total: counted[0]?.total ?? 0 };
}

/** Such projects without a roster by name, at most so many, and how many there are. */
export async function withoutRoster(db: Db, caller: Caller, limit: number) {
  const { rows } = await sqlRows({ projectId: 'number', projectName: 'text', total: 'number' })`
    SELECT j.id AS "projectId", j.name AS "projectName", count(*) OVER ()::int AS total FROM project j
    WHERE ${isRunning} AND ${visibleTo(caller, 'Retrieve:AlertRule')} AND NOT EXISTS (SELECT FROM duty_roster d WHERE d.project_id = j.id)
    ORDER BY j.name COLLATE natural_order, j.id LIMIT ${limit}`.execute(db);
  return {
    projects: rows.map(({ projectId, projectName }) => ({ projectId, projectName })),
    total: rows[0]?.total ?? 0,
  };
}

/** The rosters that name somebody on a shift, in a rotation or as a substitute, where they still see the alerts. */
export async function rostersOf(db: Db, personId: number, limit: number): Promise<readonly RosterPlace[]> {
  const shift = JSON.stringify([{ personId }]);
  const turn = JSON.stringify([{ personIds: [personId] }]);
  const { rows } = await sqlRows(placeColumns)`
    SELECT ${place}
    FROM account a JOIN project j ON j.corporation_id = a.corporation_id JOIN duty_roster d ON d.project_id = j.id
    WHERE a.id = ${personId} AND ${isRunning}
      AND (d.shifts @> ${shift}::jsonb OR d.rotations @> ${turn}::jsonb
        OR EXISTS (SELECT FROM duty_substitution s WHERE s.roster_id = d.id AND s.substitute_id = a.id))
      AND a.id IN (SELECT may.id FROM (${audienceOf('Retrieve:Alert')}) AS may)
    ORDER BY j.name COLLATE natural_order, j.id, d.name COLLATE natural_order, d.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Where a roster is that somebody may read; undefined where they may not, or it is of a project that does not run. */
export async function readableRoster(db: Db, personId: number, rosterId: number): Promise<RosterPlace | undefined> {
  const { rows } = await sqlRows(placeColumns)`
    SELECT ${place}
    FROM duty_roster d JOIN project j ON j.id = d.project_id
    WHERE d.id = ${rosterId} AND ${isRunning}
      AND ${personId}::int IN (SELECT may.id FROM (${audienceOf('Retrieve:AlertRule')}) AS may)`.execute(db);
  return rows[0];
}

/** Returns rosters with who is on duty now and next, by id. */
export async function rostersNow(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, DutyRoster>> {
  const rosters = await shown(db, now, await table.rostersById(db, ids));
  return new Map(rosters.map((roster) => [roster.id, roster]));
}

export interface NamedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly people: readonly { readonly id: number; readonly name: string }[];
}

/** Returns who is on duty by rosters throughout a time, by roster; spans without people are gaps. */
export async function rosterSpans(
  db: Db,
  ids: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<ReadonlyMap<number, readonly NamedSpan[]>> {
  const rosters = await table.rostersById(db, ids);
  const substitutions = await table.substitutions(db, ids, new Date(fromMs));
  const spans = rosters.map((roster) => ({
    roster,
    spans: dutySpans(planOf(roster, substitutions), fromMs, toMs, roster.time_zone),
  }));
  const names = await table.namedBy(
    db,
    spans.flatMap(({ roster, spans }) =>
      spans.flatMap(({ personIds }) => personIds.map((id) => ({ projectId: roster.project_id, id }))),
    ),
  );
  return new Map(
    spans.map(({ roster, spans }) => [
      roster.id,
      spans.map(({ startMs, endMs, personIds }) => ({
        startMs,
        endMs,
        people: personIds.map((id) => ({ id, name: names.get(roster.project_id)?.get(id)?.name ?? `#${id}` })),
      })),
    ]),
  );
}
