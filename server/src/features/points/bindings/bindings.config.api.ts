/**
 * What the config of a device says of the parameters of points. Invariant: a point in use that does not set a parameter is
 * converted by what its device says now; each change of that is an act of the change log. Points and projects that are
 * archived, and deprecated points, keep what held for them until they are in use again.
 */
import type { Device } from '@plumbline/contract/devices/devices';
import { fieldOfParameter, type Parameters, parametersOfDevice } from '@plumbline/contract/devices/devices.parameters';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Point } from '@plumbline/contract/points/points';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { announce, canonical, emitConversionChanges } from '../points/points.announce.api.ts';
import { checkConfig } from '../points/points.config.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { takingFrom } from './bindings.api.ts';

type From = { readonly deviceId: number } | { readonly projectId: number } | { readonly pointId: number };

/** Throws badInput with the config field without which, or by which, a point of the device would not convert any more. */
export async function takeConfig(context: Context, from: From): Promise<void> {
  const { db, now } = context;
  const configs = await lockFed(db, from);
  const points = await pointTable.some(db, now(), [...configs.keys()]);
  const changes: { readonly before: Point; readonly after: Point }[] = [];
  for (const before of points) {
    const deviceParameters = parametersOfDevice(getOrThrow(configs, before.id));
    if (canonical(before.deviceParameters) === canonical(deviceParameters)) continue;
    const fault = faultOf(before, deviceParameters);
    // Of what is in use again nobody can put the device right in the same act: the point goes on as it was.
    if (fault && !('deviceId' in from)) continue;
    if (fault) throw fault;
    await pointTable.update(context, before, { deviceParameters });
    await announce(context, before);
    changes.push({ before, after: takingFrom(before, deviceParameters) });
  }
  for (const ofProject of Map.groupBy(changes, ({ before }) => before.projectId).values())
    await emitConversionChanges(context, ofProject, '');
}

/** The points in use that devices feed, locked in the order of their ids, with the configs of their devices. */
async function lockFed(db: Db, from: From): Promise<Map<number, Device['config']>> {
  const chosen =
    'deviceId' in from
      ? sql`p.device_id = ${from.deviceId}`
      : 'projectId' in from
        ? sql`p.project_id = ${from.projectId}`
        : sql`p.id = ${from.pointId}`;
  const { rows } = await sqlRows({ id: 'number', config: typed<Device['config']>() })`
    SELECT p.id, d.config FROM point p JOIN device d ON d.id = p.device_id JOIN project j ON j.id = p.project_id
    WHERE ${chosen} AND p.archived_at IS NULL AND p.deprecated_at IS NULL AND j.archived_at IS NULL
    ORDER BY p.id FOR UPDATE OF p`.execute(db);
  return new Map(rows.map(({ id, config }) => [id, config]));
}

/** Why a point that converts would not by what its device says now, said of the device's field; null = it does. */
function faultOf(point: Point, deviceParameters: Parameters): Failure | null {
  const fault = badInputOf(() => checkConfig({ ...point, deviceParameters }));
  if (!fault || badInputOf(() => checkConfig(point))) return null;
  const issues = Array.isArray(fault.detail)
    ? (fault.detail as { readonly path: string; readonly message: string }[])
    : [];
  return new Failure(
    'badInput',
    issues.map((issue) => {
      const field = fieldOfParameter(issue.path.replace(/^parameters\./, ''));
      return { ...issue, path: field ? `config.${field}` : 'config' };
    }),
  );
}

function badInputOf(check: () => void): Failure | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
