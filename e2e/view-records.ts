/** What points measured, as it is stored, by itself: without corrections, every value with what its tests said. */
import type { Point } from '@plumbline/contract/points/points';
import { jointsOfForm } from '@plumbline/science/profiles/rest';
import { type ChainSetup, chainOf, hasTwoAxes } from '@plumbline/science/sensors/chain';
import { Settings } from '@plumbline/science/sensors/settings';

export type Request = <T>(method: string, path: string, body?: object) => Promise<T>;

interface Rows {
  readonly fields: readonly { readonly key: string; readonly precision: number }[];
  readonly times: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
  readonly flagged: readonly { readonly field: number; readonly row: number; readonly quality: string }[];
}

/** The records of a stretch. */
export interface Records {
  readonly fields: Rows['fields'];
  readonly times: readonly number[];
  /** NaN = no value, or one that failed its tests. Throws for a field that the point has not. */
  readonly of: (key: string) => Float64Array;
}

export async function recordsOf(request: Request, pointId: number, from: number, to: number): Promise<Records> {
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const question = { pointId, quantity: 'value', quality: 'all', raw: true, ...span };
  const { fields, times, columns, flagged } = await request<Rows>('POST', '/monitor/rows', question);
  const of = (key: string): Float64Array => {
    const place = fields.findIndex((field) => field.key === key);
    const column = columns[place];
    if (!column) throw new Error(`the point has no field ${key}`);
    const failed = new Set(
      flagged.flatMap(({ field, row, quality }) => (field === place && quality === 'fail' ? [row] : [])),
    );
    return Float64Array.from(column, (value, row) => (value === null || failed.has(row) ? Number.NaN : value));
  };
  return { fields, times, of };
}

/** One record: the value of a field, NaN = none. */
export type Reading = (key: string) => number;
const halfDayMs = 43_200_000;

/**
 * The record nearest to a time; one without values where the nearest is farther away than `reachMs`. Throws where none is
 * within half a day.
 */
export async function readingNear(
  request: Request,
  pointId: number,
  at: number,
  reachMs = halfDayMs,
): Promise<Reading> {
  const { times, of } = await recordsOf(request, pointId, at - halfDayMs, at + halfDayMs);
  let place = 0;
  for (const [i, time] of times.entries()) if (Math.abs(time - at) < Math.abs((times[place] ?? 0) - at)) place = i;
  if (times.length === 0) throw new Error(`no record of point ${pointId} near ${new Date(at).toISOString()}`);
  const isInReach = Math.abs((times[place] ?? 0) - at) <= reachMs;
  return (key) => (isInReach ? (of(key)[place] ?? Number.NaN) : Number.NaN);
}

export const chainOfPoint = ({ parameters, nodeCount }: Point): ChainSetup =>
  chainOf(new Settings(parameters), nodeCount);

/** Returns the movement of a field since its initial value; from nothing where it has none. */
export const movedSince = ({ initialValues }: Point, reading: Reading, key: string): number =>
  reading(key) - (initialValues[key] ?? 0);

export type Column = readonly (number | null)[];
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** All joints of a chain, the one that holds it among them, mm. */
export function jointsOf(point: Point, reading: Reading): { readonly x: Column; readonly y: Column } {
  const chain = chainOfPoint(point);
  const joints = (axis: 'x' | 'y') =>
    jointsOfForm(
      chain,
      chain.lengthsMm.map((_, i) => orNull(movedSince(point, reading, `${axis}${i + 1}`))),
      axis === 'x' || hasTwoAxes(chain.form) ? 0 : null,
    );
  return { x: joints('x'), y: joints('y') };
}
