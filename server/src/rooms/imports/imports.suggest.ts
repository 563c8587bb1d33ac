/**
 * A mapping to begin with: columns and names of a file against the points of the project. Invariant: it is a proposal;
 * what does not fit by name and unit is left out, and nothing is imported before somebody has seen it.
 */
import { fieldsOf } from '@plumbline/contract/families';
import type { Look, Mapping, Target } from '@plumbline/contract/imports.mapping';
import { matchNames } from '@plumbline/science/collect/match-names';
import { fitSlot, plainWord, rawSlots, type Slot } from '@plumbline/science/files/slots';
import type { NamedPoint } from '../points/points.named.reads.ts';
import type { Found } from './imports.look.ts';

/** Where values of a point may go: the fields of a manual one, the raw quantities of an automated one. */
export function slotsOf(point: NamedPoint): { readonly kind: Target['kind']; readonly slots: readonly Slot[] } {
  const fields = fieldsOf(point.family, point.nodeCount);
  if (point.type === 2) return { kind: 'field', slots: fields.map(({ key, unit }) => ({ name: key, unit })) };
  if (point.type !== 0) return { kind: 'raw', slots: [] };
  return { kind: 'raw', slots: rawSlots(point, Object.fromEntries(fields.map(({ key, unit }) => [key, unit]))) };
}

/** `suggested` is null where the file has no times, or no point is known by a name of it. */
export function suggest(
  found: Found,
  points: readonly NamedPoint[],
  timeZone: string,
): Pick<Look, 'suggested' | 'near'> {
  const open = points.filter(({ closed, type }) => closed === null && (type === 0 || type === 2));
  if (open.length === 0) return { suggested: null, near: [] };
  const named = found.format === 'ags4' ? [] : columnsOf(found, open);
  const values =
    found.format === 'ags4'
      ? agsOf(found, open, timeZone)
      : (wideOf(found, named, timeZone) ?? rowsOf(found, open, timeZone));
  return { suggested: values && { reading: {}, values }, near: values?.layout === 'rows' ? [] : nearOf(named) };
}

interface NamedColumn {
  readonly column: number;
  readonly pointId: number;
  readonly target: Target | null;
}

/** The columns of numbers that are named as a point, with what they mean of it. */
function columnsOf(found: Found, points: readonly NamedPoint[]): NamedColumn[] {
  const numbers = found.columns.filter(
    ({ holds, column }) => holds === 'number' && !found.timeColumns.includes(column),
  );
  return numbers.flatMap(({ column, name, unit }) => {
    const meant = pointOf(name, points);
    return meant ? [{ column, pointId: meant.point.id, target: targetOf(meant.point, meant.rest, unit) }] : [];
  });
}

const nearOf = (named: readonly NamedColumn[]) =>
  named.flatMap(({ column, pointId, target }) => (target ? [] : [{ column, pointId }]));

function wideOf(found: Found, named: readonly NamedColumn[], timeZone: string): Mapping['values'] | null {
  if (found.timeColumns.length === 0) return null;
  const columns = named.flatMap(({ column, target }) => (target ? [{ column, ...target }] : []));
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
  const slots = Map.groupBy(
    own.flatMap((point) => slotsOf(point).slots),
    ({ name }) => plainWord(name),
  );
  const columns = found.columns.flatMap(({ column, name, unit }) => {
    const same = column === pointColumn ? [] : (slots.get(plainWord(name)) ?? []);
    // Points of several families may call different things the same: the unit has to fit each of them.
    const fits = same.map((slot) => fitSlot([slot], null, name, unit));
    const [fit] = fits;
    if (!fit || fits.some((each) => each?.factor !== fit.factor || each.offset !== fit.offset)) return [];
    const kind: Target['kind'] = manual ? 'field' : 'raw';
    return [{ column, kind, node: null, ...fit }];
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
    const target = point && targetOf(point, each.type, each.unit);
    return target ? [{ location: each.location, point: each.point, type: each.type, ...target }] : [];
  });
  if (names.length === 0) return null;
  const time = { pattern: null, timeZone, ambiguous: 'refuse' as const };
  return { layout: 'ags4', time, names: once(names), otherNames: 'refuse' };
}

const lastOf = (structure: string) => structure.split(' / ').at(-1)!;

/**
 * The point that a title such as `PZ-1`, `PZ-1 level` or `PZ-1/level` begins with, the longest name first, and what is
 * left of it. `PZ-1-2`, `PZ-10` and `PZ-1b` are other instruments than `PZ-1`.
 */
function pointOf(title: string, points: readonly NamedPoint[]): { point: NamedPoint; rest: string } | null {
  const fits = points
    .flatMap((point) => {
      const rest = restOf(title, point);
      return rest === null ? [] : [{ point, rest }];
    })
    .sort((a, b) => plainWord(b.point.name).length - plainWord(a.point.name).length);
  const [best, next] = fits;
  // Two points of one name in different structures: nobody can say which.
  if (!best || (next && plainWord(next.point.name) === plainWord(best.point.name))) return null;
  return best;
}

/** What a title says after the name of a point; null where it does not begin with it, or goes on as another name would. */
function restOf(title: string, point: NamedPoint): string | null {
  const name = plainWord(point.name);
  if (name === '' || !plainWord(title).startsWith(name)) return null;
  const text = title.normalize('NFKC').toLowerCase();
  let [seen, end] = [0, 0];
  for (const each of text) {
    if (seen >= name.length) break;
    seen += plainWord(each).length;
    end += each.length;
  }
  const rest = text.slice(end);
  const word = plainWord(rest);
  const aWord = word === '' || (/^\p{L}{2}/u.test(word) && !/^[a-z0-9]/.test(rest));
  return aWord || slotsOf(point).slots.some((slot) => plainWord(slot.name) === word) ? word : null;
}

/** The field or quantity of a point that a word and a unit mean. Manual points have a main field, sensors measure several things. */
function targetOf(point: NamedPoint, word: string, unit: string): Target | null {
  const { kind, slots } = slotsOf(point);
  const main = kind === 'field' ? slots[point.mainIndex] : unit === '' ? undefined : slots[0];
  const fit = fitSlot(slots, main?.name ?? null, word, unit);
  return fit && { pointId: point.id, kind, node: null, ...fit };
}

/** A place takes one column. */
function once<T extends Target>(targets: readonly T[]): T[] {
  const seen = new Set<string>();
  return targets.filter(({ pointId, name }) => {
    const key = `${pointId}/${name}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
