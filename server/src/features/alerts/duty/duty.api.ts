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
  /** Those on duty who see the alerts of the project and can be reached; where none of them may acknowledge, also the fallback. */
  readonly people: readonly { readonly personId: number; readonly isFallback: boolean }[];
  /** Nobody of them may acknowledge an alert, or there is nobody. */
  readonly isGap: boolean;
}

/** Returns the people to tell by rosters at an instant; nobody, where neither those on duty nor the fallback can be reached. */
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
  const reachable = people.filter(({ email, sms }) => email || sms);
  return rosters.map((roster) => {
    const here = new Map(reachable.flatMap((each) => (each.projectId === roster.project_id ? [[each.id, each]] : [])));
    const canAct = (id: number): boolean => here.get(id)?.canAcknowledge === true;
    const onDuty = onDutyAt(planOf(roster, substitutions), at.getTime(), roster.time_zone).filter((id) => here.has(id));
    const fallbackId = roster.fallback_id;
    const needsFallback =
      fallbackId !== null && here.has(fallbackId) && !onDuty.includes(fallbackId) && !onDuty.some(canAct);
    const notified = [
      ...onDuty.map((personId) => ({ personId, isFallback: false })),
      ...(needsFallback ? [{ personId: fallbackId, isFallback: true }] : []),
    ];
    return {
      rosterId: roster.id,
      rosterName: roster.name,
      projectId: roster.project_id,
      people: notified,
      isGap: !notified.some(({ personId }) => canAct(personId)),
    };
  });
}
