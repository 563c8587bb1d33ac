/**
 * Binding points to channels, and replacing what they are bound to. Invariant: a channel feeds one point, every change
 * of the channel is kept with its time, and each reading is converted by the group in force at its time.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { bindings } from '@plumbline/contract/points/bindings';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { announce, canonical, emitConversionChanges } from '../points/points.announce.api.ts';
import { given, kinds, wrong } from '../points/points.config.api.ts';
import { lockPoint, requirePoint } from '../points/points.require.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { feed } from '../points/points.rows.api.ts';
import { applyBindings, checkBindable, checkTarget, type Target, takingFrom } from './bindings.api.ts';
import * as table from './bindings.groups.api.ts';

type Input<K extends keyof typeof bindings> = OutputOf<(typeof bindings)[K]['input']>;

/** Throws notFound, notAllowed, channelUnknown, and channelOccupied with the point that has the channel. */
async function targetOf(
  { db, caller }: Context,
  point: Pick<Point, 'id' | 'projectId'>,
  input: { measuringDeviceId: number; channel: string; collectorId: number | null; dtuId: number | null },
): Promise<Target> {
  const { measuringDeviceId, channel, collectorId, dtuId } = input;
  const ids = [measuringDeviceId, collectorId, dtuId].filter((id) => id !== null);
  const devices = new Map(
    (await table.lockDevices(db, caller, point.projectId, { ids })).map((each) => [each.id, each]),
  );
  const device = requireRow(devices.get(measuringDeviceId), { measuringDeviceId });
  if (!device.bindable) throw new Failure('notAllowed', { needs: 'Update:Device' });
  for (const [field, id, type] of [
    ['collectorId', collectorId, 'collector'],
    ['dtuId', dtuId, 'DTU'],
  ] as const) {
    if (id === null) continue;
    const other = requireRow(devices.get(id), { [field]: id });
    if (other.type !== type) throw wrong(field, 'deviceType');
  }
  const detail = { channelNo: channel, sncode: device.sncode };
  if (!device.channels.some(({ number }) => number === channel)) throw new Failure('channelUnknown', detail);
  const feeds = await table.fedBy(db, caller, [measuringDeviceId]);
  const other = feeds.find((each) => each.channel === channel && each.id !== point.id);
  if (other) throw new Failure('channelOccupied', { ...detail, pointName: other.name });
  const { deviceParameters } = device;
  return { deviceId: device.id, sncode: device.sncode, channel, collectorId, dtuId, deviceParameters };
}

/** When it was changed in the field. Throws badInput for the future, and for a time before the former group began. */
function changeTime({ now }: Context, text: string | undefined, last: table.Group | undefined): Date {
  const at = text === undefined ? now() : new Date(text);
  if (at > now()) throw wrong('changedAt', 'changedInFuture');
  if (last && at < (last.valid_from ?? last.from_at)) throw wrong('changedAt', 'changedBeforeFormer');
  return at;
}

export async function bind(context: Context, input: Input<'bind'>) {
  const before = await lockPoint(context, input.pointId);
  await table.ensure(context.db, [before.id]);
  const last = (await table.newest(context.db, [before.id])).get(before.id);
  const { measuringDeviceId } = input;
  if (measuringDeviceId !== null) checkBindable(before);
  const to = measuringDeviceId === null ? null : await targetOf(context, before, { ...input, measuringDeviceId });
  if (to) checkTarget(before, to);
  if (to !== null || before.deviceGroup !== null)
    await applyBindings(context, [{ point: before, last, to, at: changeTime(context, input.changedAt, last) }]);
  const measuringPoint = await requirePoint(context, before.id);
  if (to) await emitConversionChanges(context, [{ before, after: takingFrom(before, to.deviceParameters) }], '');
  await announce(context, before);
  if (measuringPoint.deviceGroup) await announce(context, measuringPoint);
  return { measuringPoint };
}

export async function deviceGroups(context: Context, { pointId }: Input<'deviceGroups'>) {
  const point = await requirePoint(context, pointId);
  const groups = await table.ofPoint(context.db, pointId);
  return { deviceGroups: groups.map((group) => table.shown(group, point)) };
}

/** Throws pointNotBound, migrationOpen, and what binding throws. */
export async function replaceDevice(context: Context, input: Input<'replaceDevice'>) {
  const { db } = context;
  const before = await lockPoint(context, input.pointId);
  const { name } = before;
  if (before.type !== kinds.automated) throw new Failure('kindUnsuitable', { name, type: before.type });
  if (before.deviceGroup === null) throw new Failure('pointNotBound', { name });
  await table.ensure(db, [before.id]);
  const last = getOrThrow(await table.newest(db, [before.id]), before.id);
  if (last.migration === 'notMigrated') throw new Failure('migrationOpen', { name, groupId: last.id });
  const at = changeTime(context, input.changedAt, last);
  const { mode, formulaType, parameters, customFormula } = input;
  const conversion = { mode, formulaType, parameters, customFormula };
  const to = await targetOf(context, before, input);
  checkTarget({ ...before, ...given(conversion) }, to);
  await applyBindings(context, [{ point: before, last, to, at }], { migration: 'notMigrated', reason: input.reason });
  await pointTable.update(context, before, conversion);
  await announce(context, before);
  return await afterwards(context, before.id);
}

async function afterwards(context: Context, pointId: number) {
  const measuringPoint = await requirePoint(context, pointId);
  await announce(context, measuringPoint);
  const groups = await table.ofPoint(context.db, pointId);
  return { measuringPoint, deviceGroups: groups.map((group) => table.shown(group, measuringPoint)) };
}

/** The group that is being migrated, and the one before it. Throws notFound and migrationOver. */
async function migrating(context: Context, pointId: number, groupId: number) {
  const point = await lockPoint(context, pointId);
  const all = await table.ofPoint(context.db, pointId);
  const requested = requireRow(
    all.find((group) => group.id === groupId),
    { groupId },
  );
  const [group, former] = all.filter(({ migration }) => migration !== 'cancelled');
  if (group?.id !== groupId || group.migration !== 'notMigrated' || !former)
    throw new Failure('migrationOver', { groupId, migration: requested.migration });
  return { point, group, former };
}

const summaryOf = (group: table.Group, point: Point, conversion = table.conversionOf(point)) => ({
  ...conversion,
  deviceId: group.device_id,
  sncode: group.sncode,
  channel: group.channel,
});

/** The readings since the replacement are to be converted by the new group. */
export async function migrateData(context: Context, { pointId, groupId, reason }: Input<'migrateData'>) {
  const { point, group, former } = await migrating(context, pointId, groupId);
  await table.set(context.db, groupId, { migrated_at: context.now() });
  await emitPeriod(context, point, group.from_at, {
    before: summaryOf(former, point, former.conversion ?? undefined),
    after: summaryOf(group, point),
    reason: reason || group.reason,
  });
  return await afterwards(context, pointId);
}

export async function completeMigration(context: Context, { pointId, groupId, reason }: Input<'completeMigration'>) {
  await migrating(context, pointId, groupId);
  await table.set(context.db, groupId, { migration: 'completed', ...(reason && { reason }) });
  return await afterwards(context, pointId);
}

/** Back to the former group. Its device stays away where it is gone, out of reach or has lost the channel. Throws channelOccupied. */
export async function cancelMigration(context: Context, { pointId, groupId, reason }: Input<'cancelMigration'>) {
  const { db, caller } = context;
  const { point, group, former } = await migrating(context, pointId, groupId);
  const [device] =
    former.device_id === null ? [] : await table.lockDevices(db, caller, point.projectId, { ids: [former.device_id] });
  const there = device?.bindable === true && device.channels.some(({ number }) => number === former.channel) === true;
  const other = (await table.fedBy(db, caller, device ? [device.id] : [])).find(
    (each) => each.channel === former.channel && each.id !== pointId,
  );
  if (other)
    throw new Failure('channelOccupied', {
      channelNo: former.channel,
      sncode: former.sncode,
      pointName: other.name,
    });
  await table.set(db, groupId, {
    migration: 'cancelled',
    ...(group.to_at === null && { to_at: context.now() }),
    ...(reason && { reason }),
  });
  await table.set(db, former.id, { conversion: null, ...(there && { to_at: null }) });
  const back = former.conversion ?? table.conversionOf(point);
  const sealed = back.deviceParameters ?? {};
  const deviceParameters = there && device ? device.deviceParameters : sealed;
  await feed(db, [
    {
      pointId,
      deviceId: there && device ? device.id : null,
      channel: there ? former.channel : null,
      deviceParameters,
    },
  ]);
  await pointTable.update(context, point, {
    mode: back.mode,
    formulaType: back.formulaType as Point['formulaType'],
    parameters: back.parameters,
    deviceParameters,
    customFormula: back.customFormula,
  });
  await announce(context, point);
  // Its device may say something else by now: then that holds for the readings of before the replacement too.
  const from =
    canonical(sealed) === canonical(deviceParameters) ? group.from_at : (former.valid_from ?? former.from_at);
  await emitPeriod(context, point, from, {
    before: summaryOf(group, point),
    after: summaryOf(former, point, { ...back, deviceParameters }),
    reason: reason || group.reason,
  });
  return await afterwards(context, pointId);
}

const emitPeriod = (
  context: Context,
  point: Point,
  from: Date,
  { reason, ...change }: { readonly before: unknown; readonly after: unknown; readonly reason: string },
) =>
  context.emit('pointConversionChanged', {
    projectId: point.projectId,
    points: [{ pointId: point.id, fromMs: from.getTime(), scope: 'values', ...change }],
    byId: context.caller.accountId,
    byName: context.caller.displayName,
    reason,
  });
