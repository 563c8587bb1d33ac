/**
 * Who can be called about an alert: who took it on, who is on duty, who is responsible for the structure; where the caller may not
 * acknowledge it, who may. Invariant: a number is shown to those who may change alert rules, and to others where its owner
 * shares it; each reason to those who see it elsewhere.
 */
import type { CallReason, duty, PersonToCall } from '@plumbline/contract/alerts/duty';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { places } from '../alerts/alerts.api.ts';
import { onDutyBy } from './duty.api.ts';
import * as table from './duty.call.table.ts';
import { rosters } from './duty.table.ts';

interface Found {
  readonly personId: number;
  readonly reason: CallReason;
}

export async function peopleToCall(context: Context, { alertId }: OutputOf<typeof duty.peopleToCall.input>) {
  const { db, caller } = context;
  const place = getOrThrow(await places(db, [alertId]), alertId);
  const may = (permission: Permission): boolean => permissionAt(caller, permission, place) === 'yes';
  const projectId = place.projectIds[0] ?? 0;
  const found: Found[] = [
    ...(await table.assignee(db, alertId)),
    ...(may('Retrieve:AlertRule') ? await onDuty(context, projectId) : []),
    ...(may('Retrieve:Structure') ? await table.responsible(db, alertId) : []),
  ];
  if (!may('Update:Alert') && may('Retrieve:Project')) found.push(...(await unless(found, table.able(db, projectId))));
  const people = await table.reachable(db, projectId, [...new Set(found.map(({ personId }) => personId))]);
  const seesAll = may('Update:AlertRule');
  const shown = people.map(({ id, name, mobile, showsMobile, canAcknowledge }): PersonToCall => {
    const reasons = found.filter(({ personId }) => personId === id).map(({ reason }) => reason);
    return {
      id,
      name,
      reasons,
      canAcknowledge,
      mobile: seesAll || showsMobile || id === caller.accountId ? mobile : null,
    };
  });
  // In the order of the reasons: who took it on comes first.
  const rank = (id: number): number => found.findIndex(({ personId }) => personId === id);
  return { people: shown.sort((a, b) => rank(a.id) - rank(b.id)) };
}

/** Leaves out those who have been found for another reason. */
async function unless(listed: readonly Found[], others: Promise<readonly Found[]>): Promise<Found[]> {
  const ids = new Set(listed.map(({ personId }) => personId));
  return (await others).filter(({ personId }) => !ids.has(personId));
}

async function onDuty({ db, now }: Context, projectId: number): Promise<Found[]> {
  const ids = (await rosters(db, [projectId])).map(({ id }) => id);
  return (await onDutyBy(db, ids, now())).flatMap(({ people, rosterName }) =>
    people.map(({ personId, isFallback }) => ({
      personId,
      reason: { kind: isFallback ? ('fallback' as const) : ('onDuty' as const), roster: rosterName },
    })),
  );
}
