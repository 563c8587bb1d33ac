/**
 * What control systems read of a project over Modbus TCP, as people set it up. The port itself is in modbus-server.tcp.ts.
 * Invariant: a map names points of its own project alone, by fields that they have.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type ModbusMap, type modbusServer, modbusServerLimits } from '@plumbline/contract/telemetry/modbus-server';
import type { Context } from '../../../kernel/context.ts';
import { rowsNow } from './logic/served-rows.ts';
import * as table from './modbus-server.table.ts';

type Input<K extends keyof typeof modbusServer> = OutputOf<(typeof modbusServer)[K]['input']>;

export async function get({ db, now, services }: Context, { projectId }: Input<'get'>) {
  const map = await table.mapOf(db, projectId);
  const ids = [...new Set(map?.map.rows.map(({ pointId }) => pointId))];
  const points = ids.length > 0 ? await table.pointsNow(db, projectId, ids, now()) : [];
  return {
    server: services.addresses.modbus,
    unit: map?.unit ?? null,
    map: map?.map ?? null,
    now: map
      ? rowsNow(map.map, points).map(({ at, ...row }) => ({
          ...row,
          at: at === null ? null : new Date(at).toISOString(),
        }))
      : [],
  };
}

/** Throws modbusUnitsFull, modbusShareFull; badInput for a point that is none of the project's, or a field that it does not have. */
export async function set(context: Context, { projectId, map }: Input<'set'>) {
  const { db, now, caller, services } = context;
  await requireRows(context, projectId, map);
  const byName = caller.displayName || caller.name;
  const unit = await table.save(db, { projectId, map, byName, now: now() });
  if (unit === 'shareFull') throw new Failure('modbusShareFull', { most: modbusServerLimits.unitsOfCorporation });
  if (unit === 'full') throw new Failure('modbusUnitsFull', { most: modbusServerLimits.units });
  return { server: services.addresses.modbus, unit, map };
}

async function requireRows({ db }: Context, projectId: number, { rows }: ModbusMap): Promise<void> {
  const ids = [...new Set(rows.map(({ pointId }) => pointId))];
  const points = new Map((await table.servablePoints(db, projectId, ids)).map((point) => [point.id, point]));
  const issues = rows.flatMap(({ pointId, field }, at) => {
    const point = points.get(pointId);
    if (!point) return [{ path: `map.rows.${at}.pointId`, message: 'choose' }];
    const has = fieldsOf(point.family, point.nodeCount).some(({ key }) => key === field);
    return has ? [] : [{ path: `map.rows.${at}.field`, message: 'choose' }];
  });
  if (issues.length > 0) throw new Failure('badInput', issues.slice(0, 50));
}

/** Throws notFound where there is none. */
export async function remove({ db }: Context, { projectId }: Input<'remove'>) {
  if (!(await table.remove(db, projectId))) throw new Failure('notFound', { projectId });
  return {};
}
