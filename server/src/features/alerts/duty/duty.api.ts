/** What features above may ask about duty rosters. */
import { onDutyAt } from '@plumbline/science/series/duty';
import type { Db } from '../../../kernel/context.ts';
import * as table from './duty.table.ts';
import { planOf } from './logic/plan.ts';

/** Returns whether all of these are rosters of a project; none of them is deleted until the transaction ends. */
export async function areRosters(db: Db, projectId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .selectFrom('duty_roster')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forShare()
    .execute();
  return rows.length === new Set(ids).size;
}

interface OnDuty {
  readonly rosterId: number;
  readonly rosterName: string;
  readonly projectId: number;
  /** Those on duty who see the alerts of the project and can be reached; else the fallback, if they can. */
  readonly personIds: readonly number[];
  readonly isFallback: boolean;
}

/** Returns the people to tell by rosters at an instant; Nobody, where neither those on duty nor the fallback can be reached. */
export async function onDutyBy(db: Db, rosterIds: readonly number[], at: Date): Promise<OnDuty[]> {
  if (rosterIds.length === 0) return [];
  const named = new Set(rosterIds);
  const projects = await db
    .selectFrom('duty_roster')
    .select('project_id')
    .distinct()
    .where('id', 'in', [...named])
    .execute();
  const projectIds = projects.map(({ project_id }) => project_id);
  if (projectIds.length === 0) return [];
  const rosters = (await table.rosters(db, projectIds)).filter(({ id }) => named.has(id));
  const [substitutions, people] = await Promise.all([
    table.substitutions(db, [...named], at),
    table.people(db, projectIds),
  ]);
  const reachable = new Set(
    people.filter(({ email, sms }) => email || sms).map(({ projectId, id }) => `${projectId} ${id}`),
  );
  return rosters.map((roster) => {
    const canReach = (id: number): boolean => reachable.has(`${roster.project_id} ${id}`);
    const onDuty = onDutyAt(planOf(roster, substitutions), at.getTime(), roster.time_zone).filter(canReach);
    const fallback = roster.fallback_id !== null && canReach(roster.fallback_id) ? [roster.fallback_id] : [];
    const isFallback = onDuty.length === 0;
    return {
      rosterId: roster.id,
      rosterName: roster.name,
      projectId: roster.project_id,
      personIds: isFallback ? fallback : onDuty,
      isFallback,
    };
  });
}
