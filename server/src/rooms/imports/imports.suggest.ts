/**
 * A mapping to begin with: columns and names of a file against the points of the project. Invariant: it is a proposal;
 * what does not fit by name and unit is left out, and nothing is imported before somebody has seen it.
 */
import { fieldsOf } from '@plumbline/contract/families';
import type { Mapping, Target } from '@plumbline/contract/imports.mapping';
import { matchNames } from '@plumbline/science/collect/match-names';
import { recipe } from '@plumbline/science/sensors/recipes';
import type { NamedPoint } from '../points/points.named.reads.ts';
import type { Found } from './imports.look.ts';
import { unitStep } from './imports.units.ts';

interface Slot {
  readonly name: string;
  readonly unit: string | null;
}

/** Where values of a point may go: the fields of a manual one, the raw quantities of an automated one. */
export function slotsOf(point: NamedPoint): { readonly kind: Target['kind']; readonly slots: readonly Slot[] } {
  if (point.type === 2)
    return {
      kind: 'field',
      slots: fieldsOf(point.family, point.nodeCount).map(({ key, unit }) => ({ name: key, unit })),
    };
  if (point.type !== 0) return { kind: 'raw', slots: [] };
  return { kind: 'raw', slots: recipe(point).quantities.map((name) => ({ name, unit: null })) };
}

/** Null where the file has no times, or no point is known by a name of it. */
export function suggest(found: Found, points: readonly NamedPoint[], timeZone: string): Mapping | null {
  const open = points.filter(({ closed, type }) => closed === null && (type === 0 || type === 2));
  if (open.length === 0) return null;
  const values =
    found.format === 'ags4'
      ? agsOf(found, open, timeZone)
      : (wideOf(found, open, timeZone) ?? rowsOf(found, open, timeZone));
  return values && { reading: {}, values };
}

function wideOf(found: Found, points: readonly NamedPoint[], timeZone: string): Mapping['values'] | null {
  if (found.timeColumns.length === 0) return null;
  const named = found.columns.filter(({ holds, column }) => holds === 'number' && !found.timeColumns.includes(column));
  const columns = named.flatMap(({ column, name, unit }) => {
    const target = targetOf(name, unit, points);
    return target ? [{ column, ...target }] : [];
  });
  if (columns.length === 0) return null;
  const pattern = found.timePattern ?? 'ymd';
  return {
    layout: 'wide',
    time: { columns: found.timeColumns, pattern, timeZone, ambiguous: 'refuse' },
    columns: once(columns),
  };
}

/** A column that names points, and columns named as their fields. */
function rowsOf(found: Found, points: readonly NamedPoint[], timeZone: string): Mapping['values'] | null {
  if (found.timeColumns.length === 0) return null;
  const byName = Map.groupBy(points, ({ name }) => name.trim().toLowerCase());
  const known = (text: string) => byName.get(text.replace(/^'/, '').trim().toLowerCase())?.length === 1;
  const pointColumn = found.columns.find(
    ({ column, samples }) =>
      !found.timeColumns.includes(column) && samples.length > 0 && samples.filter(known).length * 2 > samples.length,
  )?.column;
  if (pointColumn === undefined) return null;
  const manual = points.filter(({ type }) => type === 2).length * 2 >= points.length;
  const own = points.filter(({ type }) => (type === 2) === manual);
  const slots = new Map(own.flatMap((point) => slotsOf(point).slots.map((slot) => [plain(slot.name), slot] as const)));
  const columns = found.columns.flatMap(({ column, name, unit }) => {
    const slot = column === pointColumn ? undefined : slots.get(plain(name));
    if (!slot) return [];
    const step = slot.unit === null || unit === '' ? null : unitStep(unit, slot.unit);
    const kind: Target['kind'] = manual ? 'field' : 'raw';
    return [{ column, kind, name: slot.name, node: null, ...(step ?? { factor: 1, offset: 0 }) }];
  });
  if (columns.length === 0) return null;
  const names = own.filter(({ name }) => known(name)).map(({ id, name }) => ({ point: name, pointId: id }));
  if (names.length === 0) return null;
  const time = {
    columns: found.timeColumns,
    pattern: found.timePattern ?? 'ymd',
    timeZone,
    ambiguous: 'refuse' as const,
  };
  return { layout: 'rows', time, pointColumn, columns, names, otherNames: 'refuse' };
}

function agsOf(found: Found, points: readonly NamedPoint[], timeZone: string): Mapping['values'] | null {
  const keyOf = ({ location, point }: { location: string; point: string }) => `${location}\n${point}`;
  const installations = [...new Map(found.series.map((each) => [keyOf(each), each])).values()];
  const { matches } = matchNames(
    points.map(({ id, name, structure }) => ({
      id,
      name: installations.length > 1 ? `${lastOf(structure)} ${name}` : name,
    })),
    installations.map((each) => ({
      id: keyOf(each),
      labels: [`${each.location} ${each.point}`, each.point, each.location],
    })),
  );
  const bare = matchNames(
    points,
    installations.map((each) => ({
      id: keyOf(each),
      labels: [each.point, `${each.location} ${each.point}`, each.location],
    })),
  ).matches;
  const byKey = new Map([...bare, ...matches].map(({ channelId, pointId }) => [channelId, pointId]));
  const names = found.series.flatMap((each) => {
    const point = points.find(({ id }) => id === byKey.get(keyOf(each)));
    const target = point && slotFor(point, each.type, each.unit);
    return target ? [{ location: each.location, point: each.point, type: each.type, ...target }] : [];
  });
  if (names.length === 0) return null;
  const time = { pattern: null, timeZone, ambiguous: 'refuse' as const };
  return { layout: 'ags4', time, names: once(names), otherNames: 'refuse' };
}

const lastOf = (structure: string) => structure.split(' / ').at(-1)!;
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A title such as `PZ-1`, `PZ-1 level` or `PZ-1/level`: the longest name of a point that it begins with. */
function targetOf(title: string, unit: string, points: readonly NamedPoint[]): Target | null {
  const wanted = plain(title);
  if (wanted === '') return null;
  const fits = points
    .filter(({ name }) => plain(name) !== '' && wanted.startsWith(plain(name)))
    .sort((a, b) => plain(b.name).length - plain(a.name).length);
  const [best, next] = fits;
  // Two points of one name in different structures: nobody can say which.
  if (!best || (next && plain(next.name) === plain(best.name))) return null;
  return slotFor(best, wanted.slice(plain(best.name).length), unit);
}

/** What AGS4 files call the quantities that we have. */
const codes: Readonly<Record<string, string>> = {
  wlev: 'level',
  lev: 'level',
  wdep: 'depth',
  dpth: 'depth',
  pres: 'pressure',
  pore: 'pressure',
  temp: 'temp',
};

/** The field or quantity that a word means; the main one where no word is left. */
function slotFor(point: NamedPoint, word: string, unit: string): Target | null {
  const { kind, slots } = slotsOf(point);
  const wanted = plain(word);
  const main = kind === 'field' ? slots[point.mainIndex] : slots[0];
  const byName = slots.find(({ name }) => plain(name) === wanted || name === codes[wanted]);
  const fitting = slots.filter((slot) => slot.unit !== null && unit !== '' && unitStep(unit, slot.unit) !== null);
  const slot = byName ?? (wanted === '' ? main : fitting.length === 1 ? fitting[0] : undefined);
  if (!slot) return null;
  const step = slot.unit === null || unit === '' ? { factor: 1, offset: 0 } : unitStep(unit, slot.unit);
  return { pointId: point.id, kind, name: slot.name, node: null, ...(step ?? { factor: 1, offset: 0 }) };
}

/** A place takes one column. */
function once<T extends Target>(targets: readonly T[]): T[] {
  const seen = new Set<string>();
  return targets.filter(({ pointId, name }) => {
    const key = `${pointId}/${name}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
