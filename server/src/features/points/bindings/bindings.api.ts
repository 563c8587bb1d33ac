/** Bindings of points to channels, for features that bind many points or end one. */

import { defaultsInForce, type Parameters } from '@plumbline/contract/devices/devices.parameters';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { canonical } from '../points/points.announce.api.ts';
import { checkConfig, kinds } from '../points/points.config.api.ts';
import { feed } from '../points/points.rows.api.ts';
import * as table from './bindings.groups.api.ts';

/** A channel that a point is to be fed by. */
export interface Target {
  readonly deviceId: number;
  readonly sncode: string;
  readonly channel: string;
  readonly collectorId: number | null;
  readonly dtuId: number | null;
  /** Parameters that the config of the device says. */
  readonly deviceParameters: Parameters;
}
export interface Binding {
  readonly point: Point;
  readonly last: table.Group | undefined;
  /** null = unbound. */
  readonly to: Target | null;
  readonly at: Date;
}

/** Writes bindings with their history. Nothing is checked here but that the database lets a channel feed one point. */
export async function applyBindings(
  { db, caller }: Context,
  bindings: readonly Binding[],
  { migration = 'none', reason = '' }: { migration?: 'none' | 'notMigrated'; reason?: string } = {},
): Promise<void> {
  const ends: table.End[] = [];
  const starts: table.Start[] = [];
  const again: { groupId: number; collectorId: number | null; dtuId: number | null }[] = [];
  for (const { point, last, to, at } of bindings) {
    const same =
      to !== null && last?.device_id === to.deviceId && last.channel === to.channel && last.conversion === null;
    if (to && last && same && migration === 'none')
      again.push({ groupId: last.id, collectorId: to.collectorId, dtuId: to.dtuId });
    else {
      // What a former group converted by is written down when another begins; until then it is what the point says.
      if (last && (to !== null || last.to_at === null))
        ends.push({ groupId: last.id, toAt: at, conversion: to === null ? null : table.conversionOf(point) });
      if (to) starts.push({ pointId: point.id, ...to, fromAt: at, migration, byName: caller.displayName, reason });
    }
  }
  await table.end(db, ends);
  await table.begin(db, starts);
  await table.reopen(db, again);
  const moved = bindings.filter(
    ({ point: { deviceGroup }, to }) =>
      deviceGroup?.measuringDeviceId !== to?.deviceId || deviceGroup?.channel !== to?.channel,
  );
  await feed(
    db,
    moved.map(({ point, to }) => ({
      pointId: point.id,
      deviceId: to?.deviceId ?? null,
      channel: to?.channel ?? null,
      deviceParameters: to?.deviceParameters ?? null,
    })),
  );
}

/** Throws kindUnsuitable and pointDeprecated. */
export function checkBindable({ name, type, deprecatedAt }: Point): void {
  if (type !== kinds.automated) throw new Failure('kindUnsuitable', { name, type });
  if (deprecatedAt !== null) throw new Failure('pointDeprecated', { name });
}

/** Throws what `checkConfig` throws: what is bound must convert, by its own parameters and those of the device. */
export const checkTarget = (point: Point, { deviceParameters }: Target): void =>
  checkConfig({ ...point, deviceParameters });

/** A point with the parameters that a device says; unchanged where it takes the same from it as before. */
export const takingFrom = (point: Point, deviceParameters: Parameters): Point =>
  canonical(defaultsInForce(point)) === canonical(defaultsInForce({ ...point, deviceParameters }))
    ? point
    : { ...point, deviceParameters };
