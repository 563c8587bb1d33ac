/** The transmission chain that a device stands in. */
import type { devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import * as chain from './devices.chain.table.ts';
import { deviceReply, lockDevice, visibleIds } from './devices.require.api.ts';
import { update } from './devices.table.ts';

type Input<K extends keyof typeof devices> = OutputOf<(typeof devices)[K]['input']>;

/** Devices of projects that the caller may not see are left out. */
export async function associated(context: Context, { deviceId }: Input<'associated'>) {
  const { db, now } = context;
  const [self] = await chain.briefs(db, now(), [deviceId]);
  if (!self) throw new Failure('notFound', { deviceId });
  const through = self.type === 'measuring' ? [] : await chain.through(db, now(), deviceId);
  const [collector] = self.collectorId === null ? [] : await chain.briefs(db, now(), [self.collectorId]);
  const dtuId = self.dtuId ?? collector?.dtuId ?? null;
  const [dtu] = dtuId === null ? [] : await chain.briefs(db, now(), [dtuId]);
  const all = [...through, ...(collector ? [collector] : []), ...(dtu ? [dtu] : [])];
  const mine = await visibleIds(context, [...new Set(all.map(({ id }) => id))]);
  const one = (brief: chain.Brief | undefined) => (brief && mine.has(brief.id) ? brief : null);
  const visible = through.filter(({ id }) => mine.has(id));
  return {
    collector: one(collector),
    dtu: one(dtu),
    collectors: visible.filter(({ type }) => type === 'collector'),
    measuring: visible.filter(({ type }) => type === 'measuring'),
  };
}

/** Throws notFound for what the caller may not see, associationInvalid for what a device cannot send through. */
export async function associate(context: Context, { deviceId, collectorId, dtuId }: Input<'associate'>) {
  const { db } = context;
  const device = await lockDevice(context, deviceId);
  const via = { collectorId, dtuId };
  const ids = [...new Set([collectorId, dtuId].filter((id) => typeof id === 'number'))];
  const mine = await visibleIds(context, ids);
  const typeOf = new Map(ids.length === 0 ? [] : (await chain.typesOf(db, ids)).map((each) => [each.id, each]));
  for (const [field, type] of [
    ['collectorId', 'collector'],
    ['dtuId', 'DTU'],
  ] as const) {
    const id = via[field];
    if (typeof id !== 'number') continue;
    const other = typeOf.get(id);
    if (!other || !mine.has(id) || other.corporation_id !== device.corporationId)
      throw new Failure('notFound', { [field]: id });
    const fits = other.type === type && id !== deviceId && device.type !== 'DTU';
    if (!fits || (type === 'collector' && device.type === 'collector'))
      throw new Failure('associationInvalid', { [field]: id });
  }
  await update(db, deviceId, via);
  return await deviceReply(context, deviceId);
}
