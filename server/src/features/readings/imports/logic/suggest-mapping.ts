/**
 * A mapping to begin with: columns and names of a file against the points of the project. Invariant: it is a proposal;
 * what does not fit by name and unit is left out, and nothing is imported before somebody has reviewed it.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { fieldsOf } from '@plumbline/contract/points/families';
import {
  type ImportLayout,
  isSeriesFormat,
  type Mapping,
  type Target,
} from '@plumbline/contract/readings/imports.mapping';
import { matchNames } from '@plumbline/science/collect/match-names';
import { unguardFormula } from '@plumbline/science/files/csv-writer';
import { presetWord } from '@plumbline/science/files/presets';
import { plainWord } from '@plumbline/science/files/slots';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import type { DetectedLayout } from '../../import-files/import-files.api.ts';
import { fitAt, givesValue, isCompanion, pointOf, pointsWithValue, slotsOf, targetOf } from './named-targets.ts';

/** `suggested` is null where the file has no times, or no point is known by a name of it. */
export function suggest(
  found: DetectedLayout,
  points: readonly NamedPoint[],
  timeZone: string,
): Pick<ImportLayout, 'suggested' | 'near'> {
  const open = points.filter(({ closed, type }) => closed === null && (type === 0 || type === 2));
  if (open.length === 0) return { suggested: null, near: [] };
  const zone = found.stated?.timeZone ?? timeZone;
  if (isSeriesFormat(found.format)) return agsOf(found, open, zone);
  const byName = columnsOf(found, open);
  const named = byName.length > 0 ? byName : columnsAtPlace(found, open);
  const values = wideOf(found, named, zone) ?? rowsOf(found, open, zone);
  return { suggested: values && { reading: {}, values }, near: values?.layout === 'rows' ? [] : nearOf(named) };
}

interface NamedColumn {
  readonly column: number;
  readonly pointId: number;
  readonly target: Target | null;
}

/** The columns of numbers that are named as a point, with what they mean of it. */
function columnsOf(found: DetectedLayout, points: readonly NamedPoint[]): NamedColumn[] {
  const numbers = found.columns.filter(
    ({ holds, column }) => holds === 'number' && !found.timeColumns.includes(column),
  );
  const named = numbers.flatMap(({ column, name, unit }) => {
    const meant = pointOf(name, points);
    return meant ? [{ column, point: meant.point, target: wordTarget(meant.point, meant.rest, unit) }] : [];
  });
  const useful = pointsWithValue(named);
  return named.map(({ column, point, target }) => ({
    column,
    pointId: point.id,
    target: useful.has(point) ? target : null,
  }));
}

/** By the words of the project first, then by those of makers of loggers. */
const wordTarget = (point: NamedPoint, word: string, unit: string): Target | null =>
  targetOf(point, word, unit) ?? targetOf(point, presetWord(word), unit);

/** The columns of a logger's file, whose point is named above them and not in them. */
function columnsAtPlace(layout: DetectedLayout, points: readonly NamedPoint[]): NamedColumn[] {
  const meant = layout.place === null ? null : pointOf(layout.place, points);
  if (meant?.rest !== '') return [];
  const { point } = meant;
  const targets = layout.columns.flatMap(({ column, holds, name, unit }) => {
    // A column that is only counted, `#`, says nothing of what it holds.
    if (holds !== 'number' || layout.timeColumns.includes(column) || plainWord(name) === '') return [];
    const target = wordTarget(point, name, unit);
    return target ? [{ column, point, target }] : [];
  });
  return pointsWithValue(targets).has(point) ? targets.map((each) => ({ ...each, pointId: point.id })) : [];
}

const nearOf = (named: readonly NamedColumn[]) =>
  named.flatMap(({ column, pointId, target }) => (target ? [] : [{ column, pointId }]));

function wideOf(found: DetectedLayout, named: readonly NamedColumn[], timeZone: string): Mapping['values'] | null {
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
function rowsOf(found: DetectedLayout, points: readonly NamedPoint[], timeZone: string): Mapping['values'] | null {
  if (found.timeColumns.length === 0) return null;
  const byName = Map.groupBy(points, ({ name }) => name.trim().toLowerCase());
  const known = (text: string) => byName.get(unguardFormula(text).trim().toLowerCase())?.length === 1;
  const pointColumn = found.columns.find(
    ({ column, samples }) =>
      !found.timeColumns.includes(column) && samples.length > 0 && samples.filter(known).length * 2 > samples.length,
  );
  if (pointColumn === undefined) return null;
  const inFile = pointColumn.samples.flatMap((text) => byName.get(unguardFormula(text).trim().toLowerCase()) ?? []);
  // By the points that are in the file: a project may hold many of the other kind.
  const manual = inFile.filter(({ type }) => type === 2).length * 2 >= inFile.length;
  const kind: Target['kind'] = manual ? 'field' : 'raw';
  const own = points.filter(({ type }) => (type === 2) === manual);
  const columns = found.columns.flatMap(({ column, name, unit }) => {
    if (column === pointColumn.column) return [];
    const fits = own.flatMap((point) => fitAt(point, name, unit) ?? []);
    const [fit] = fits;
    // Points of several families may call different things the same: the unit has to fit each of them.
    if (!fit || fits.some((each) => each.factor !== fit.factor || each.offset !== fit.offset || each.sine !== fit.sine))
      return [];
    return [{ column, kind, sine: false, ...fit }];
  });
  if (columns.length === 0) return null;
  const brings = (point: NamedPoint) =>
    givesValue(
      point,
      columns.map(({ name }) => name).filter((name) => slotsOf(point).slots.some((slot) => slot.name === name)),
    );
  const names = own
    .filter((point) => known(point.name) && brings(point))
    .map(({ id, name }) => ({ point: name, pointId: id }));
  const chosen = new Set(names.map(({ pointId }) => pointId));
  if (!inFile.some(({ id }) => chosen.has(id))) return null;
  const time = {
    columns: found.timeColumns,
    pattern: found.timePattern ?? 'ymd',
    timeZone,
    ambiguous: 'refuse' as const,
  };
  return { layout: 'rows', time, pointColumn: pointColumn.column, columns, names, otherNames: 'refuse' };
}

type Series = DetectedLayout['series'][number];

function agsOf(
  found: DetectedLayout,
  points: readonly NamedPoint[],
  timeZone: string,
): Pick<ImportLayout, 'suggested' | 'near'> {
  const byKey = installationsOf(found.series, points);
  const named = found.series.flatMap((each, column) => {
    const point = points.find(({ id }) => id === byKey.get(keyOf(each)));
    return point ? [{ column, point, each, target: measuredTarget(point, each) }] : [];
  });
  const useful = pointsWithValue(named);
  const names = named.flatMap((row) => {
    const { location, point, type, distance, unit } = row.each;
    return row.target && useful.has(row.point) ? [{ location, point, distance, type, unit, ...row.target }] : [];
  });
  const near = named.flatMap((row) =>
    row.target && useful.has(row.point) ? [] : [{ column: row.column, pointId: row.point.id }],
  );
  if (names.length === 0) return { suggested: null, near };
  // Our own files mark the second showing of an hour that the clock shows twice.
  const ambiguous = found.stated ? ('earlier' as const) : ('refuse' as const);
  const time = { pattern: null, timeZone, ambiguous };
  return {
    suggested: { reading: {}, values: { layout: 'ags4', time, names: once(names), otherNames: 'refuse' } },
    near,
  };
}

/**
 * AGS4 and DIGGS hold what was computed of measurements. A sensor's point takes none of that: not what one of its fields is called
 * either, which some conversions accept as if the sensor had sent it.
 */
function measuredTarget(point: NamedPoint, { type, unit }: Series): Target | null {
  const target = wordTarget(point, type, unit);
  if (target === null || target.kind === 'field' || isCompanion(target.name)) return target;
  return fieldsOf(point.family, point.nodeCount).some(({ key }) => key === target.name) ? null : target;
}

const keyOf = ({ location, point, distance }: Series) => JSON.stringify([location, point, distance]);

/** Which point an installation is. Several distances of one are several points: those of that depth, or the distance is part of their name. */
function installationsOf(series: readonly Series[], points: readonly NamedPoint[]): ReadonlyMap<string, number> {
  const installations = [...new Map(series.map((each) => [keyOf(each), each])).values()];
  const depths = Map.groupBy(installations, ({ location, point }) => `${location}\n${point}`);
  const labelsOf = ({ location, point, distance }: Series) => {
    const several = getOrThrow(depths, `${location}\n${point}`).length > 1;
    const label = (name: string) => (several ? `${name} ${distance ?? ''}` : name);
    return {
      full: label(`${unguardFormula(location)} ${unguardFormula(point)}`),
      point: label(unguardFormula(point)),
      location: label(location),
    };
  };
  const structured = matchNames(
    points.map(({ id, name, structure }) => ({
      id,
      name: installations.length > 1 ? `${lastOf(structure)} ${name}` : name,
    })),
    installations.map((each) => {
      const { full, point, location } = labelsOf(each);
      return { id: keyOf(each), labels: [full, point, location] };
    }),
  ).matches;
  const bare = matchNames(
    points,
    installations.map((each) => {
      const { full, point, location } = labelsOf(each);
      return { id: keyOf(each), labels: [point, full, location] };
    }),
  ).matches;
  const atDepth = installations.flatMap((each) => {
    const several = getOrThrow(depths, `${each.location}\n${each.point}`).length > 1;
    const point = several ? pointAt(each, points) : null;
    return point ? [[keyOf(each), point.id] as const] : [];
  });
  // The numbers of a depth are none of a name: `P1` at 5 m is not `P5`.
  const names = new Map(points.map(({ id, name }) => [id, plainWord(name)]));
  const own = new Map(installations.map((each) => [keyOf(each), plainWord(unguardFormula(each.point))]));
  const severalDepths = new Set(
    [...depths.values()].filter(({ length }) => length > 1).flatMap((each) => each.map(keyOf)),
  );
  const hasName = (key: string, pointId: number) =>
    !severalDepths.has(key) || getOrThrow(names, pointId).includes(getOrThrow(own, key));
  return new Map([
    ...[...bare, ...structured].flatMap(({ channelId, pointId }) =>
      hasName(channelId, pointId) ? [[channelId, pointId] as const] : [],
    ),
    ...atDepth,
  ]);
}

/** AGS4 writes hundredths of a metre. */
const depthTolerance = 0.005 + 1e-9;

/** The one point of an installation's name, or of a name that begins with it, that lies at its distance; null where there is none, or several. */
function pointAt({ location, point, distance }: Series, points: readonly NamedPoint[]): NamedPoint | null {
  if (distance === null) return null;
  const name = plainWord(unguardFormula(point));
  const there = points.filter(
    (each) =>
      each.depthM !== null &&
      Math.abs(each.depthM - distance) <= depthTolerance &&
      plainWord(each.name).startsWith(name),
  );
  const inLocation = there.filter(
    ({ structure }) => plainWord(lastOf(structure)) === plainWord(unguardFormula(location)),
  );
  const [first, ...others] = inLocation.length > 0 ? inLocation : there;
  return first && others.length === 0 ? first : null;
}

const lastOf = (structure: string) => structure.replace(/^.* \/ /s, '');

/** A place takes one column. */
function once<T extends Target>(targets: readonly T[]): T[] {
  const visited = new Set<string>();
  return targets.filter(({ pointId, name, node }) => {
    const key = `${pointId}/${name}/${node}`;
    return visited.has(key) ? false : visited.add(key);
  });
}
