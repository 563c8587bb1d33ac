/**
 * What the rows of a map say. Invariants: a value is good only while its point reports and nothing of its reading failed; a
 * level above normal is never hidden, and normal is said of a point alone that reports.
 */

import { isWhole } from '@plumbline/contract/kernel/status';
import { fieldsOf } from '@plumbline/contract/points/families';
import {
  type ModbusMap,
  type ServedRow,
  type ServedState,
  servedStates,
} from '@plumbline/contract/telemetry/modbus-server';
import { fitsFloat32, fitsInt32, imageOf, type RegisterImage } from '@plumbline/science/modbus/served';
import type { PointNow } from '../modbus-server.table.ts';

export interface RowNow {
  readonly value: number | null;
  readonly state: ServedState;
  /** null = unknown. */
  readonly level: number | null;
  /** Epoch ms; null = never. */
  readonly at: number | null;
}

const noValue: RowNow = { value: null, state: 'unknown', level: null, at: null };

export function rowsNow({ rows, keepsStale }: ModbusMap, points: readonly PointNow[]): RowNow[] {
  const byId = new Map(points.map((point) => [point.id, point]));
  return rows.map((row) => {
    const point = byId.get(row.pointId);
    return point ? rowNow(row, point, keepsStale) : noValue;
  });
}

function rowNow(row: ServedRow, { family, nodeCount, values, status }: PointNow, keepsStale: boolean): RowNow {
  const index = fieldsOf(family, nodeCount).findIndex(({ key }) => key === row.field);
  if (index < 0 || isWhole(status)) return noValue;
  const { level, at } = status;
  const isPresent = status.state === 'reporting';
  const common = { level: isPresent || (level ?? 0) > 0 ? level : null, at };
  if (status.state === 'neverRead') return { ...common, value: null, state: 'neverRead' };
  if (status.state === 'failed') return { ...common, value: null, state: 'failed' };
  const value = servedValue(row, values?.[index] ?? null);
  if (value === null) return { ...common, value, state: status.state === 'stale' ? 'stale' : 'failed' };
  if (value === 'tooLarge') return { ...common, value: null, state: status.state === 'stale' ? 'stale' : 'tooLarge' };
  if (status.state === 'stale') return { ...common, value: keepsStale ? value : null, state: 'stale' };
  return { ...common, value, state: 'good' };
}

function servedValue({ type, scale }: ServedRow, stored: number | null): number | 'tooLarge' | null {
  if (stored === null || !Number.isFinite(stored)) return null;
  const value = stored * scale;
  if (type === 'float32') return fitsFloat32(value) ? Math.fround(value) : 'tooLarge';
  return fitsInt32(value) ? Math.round(value) : 'tooLarge';
}

/** The registers of a map. */
export const registersOf = ({ rows }: ModbusMap, now: readonly RowNow[]): RegisterImage =>
  imageOf(
    rows.map(({ address, type, order }, at) => {
      const { value, state, level, at: readAt } = now[at] ?? noValue;
      return {
        address,
        type,
        order,
        value,
        state: servedStates.indexOf(state),
        level: level === null ? 0 : level + 1,
        seconds: readAt === null ? 0 : readAt / 1000,
      };
    }),
  );
