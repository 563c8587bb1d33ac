/** The health of devices and channels, as people see it. What makes it is health.jobs.ts; thresholds belong to devices. */
import { healthStatuses } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { health } from '@plumbline/contract/telemetry/health';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { places } from '../../site/projects/projects.api.ts';
import * as table from './health.table.ts';

type Input<K extends keyof typeof health> = OutputOf<(typeof health)[K]['input']>;

const iso = (at: Date | null) => at?.toISOString() ?? null;

export async function device({ db, caller, now }: Context, { deviceId }: Input<'device'>) {
  const [found, channels] = await Promise.all([
    table.device(db, now(), deviceId),
    table.channels(db, caller, deviceId),
  ]);
  if (!found) throw new Failure('notFound', { deviceId });
  return {
    status: found.status,
    since: iso(found.since),
    channels: channels.map((each) => ({
      ...each,
      since: each.since.toISOString(),
      expectedAt: iso(each.expectedAt),
      overdueAt: iso(each.overdueAt),
      lastAt: iso(each.lastAt),
    })),
  };
}

export const changes = ({ db }: Context, { deviceId, ...page }: Input<'changes'>) => table.changes(db, deviceId, page);

/** Authorization for a project named in a filter: answers like the real one. */
async function mayOpen({ db, caller }: Context, projectId: number | undefined) {
  if (projectId === undefined) return;
  const place = (await places(db, [projectId])).get(projectId);
  const answer = place ? permissionAt(caller, 'Retrieve:Device', place) : 'foreign';
  if (answer === 'foreign') throw new Failure('notFound', { projectId });
  if (answer === 'no') throw new Failure('notAllowed', { needs: 'Retrieve:Device' });
}

export async function list(context: Context, input: Input<'list'>) {
  const { db, caller, now } = context;
  await mayOpen(context, input.projectId);
  const { rows, total } = await table.list(db, caller, now(), input);
  return {
    deviceHealthStat: rows.map((each) => ({ ...each, since: iso(each.since), lastSeenAt: iso(each.lastSeenAt) })),
    total,
  };
}

/** Every status with its count, also those that no device has: their places on the page do not move. */
export async function stat(context: Context, { projectId }: Input<'stat'>) {
  const { db, caller, now } = context;
  await mayOpen(context, projectId);
  const [counts, unhealthStat] = await Promise.all([
    table.byStatus(db, caller, now(), projectId),
    table.unhealthyByProject(db, caller, now(), projectId),
  ]);
  return {
    healthStatusStat: healthStatuses.map((status) => ({
      status,
      count: counts.find((each) => each.status === status)?.count ?? 0,
    })),
    unhealthStat,
  };
}
