import type { Point } from '@plumbline/contract/points/points';
import type { Mapping, Target } from '@plumbline/contract/readings/imports.mapping';
import { type Draft, type DraftTarget, needsNode, partsOf } from './mapping.ts';

/** A draft as the calls take it. Invariant: null while something needed is missing. Pure. */
type Values = Mapping['values'];
type ValuesOf<L extends Values['layout']> = Extract<Values, { layout: L }>;
type Points = ReadonlyMap<number, Point>;

const kindOf = (point: Point | undefined): Target['kind'] => (point?.type === 2 ? 'field' : 'raw');

/** A target whose point, quantity and node are chosen. */
function completeTarget({ pointId, name, node, factor, offset, sine }: DraftTarget, points: Points): Target | null {
  const point = pointId === null ? undefined : points.get(pointId);
  if (!point || !name || (needsNode(point) && node === null)) return null;
  return {
    pointId: point.id,
    kind: kindOf(point),
    name,
    node: needsNode(point) ? node : null,
    factor,
    offset,
    sine,
  };
}

function agsValues(draft: Draft, points: Points): ValuesOf<'ags4'> | null {
  const { timeZone, ambiguous, otherNames } = draft;
  const names = Object.entries(draft.names).flatMap(([name, each]) => {
    const [location = '', point = '', distance = '', type = ''] = partsOf(name);
    const to = completeTarget(each, points);
    const key = { location, point, distance: distance === '' ? null : Number(distance), type };
    return to ? [{ ...to, ...key, unit: each.unit }] : [];
  });
  const pattern = draft.pattern === 'ymd' || draft.pattern === 'dmy' || draft.pattern === 'mdy' ? draft.pattern : null;
  return names.length === 0 ? null : { layout: 'ags4', time: { timeZone, ambiguous, pattern }, names, otherNames };
}

/** The columns of the time and how they are written: all layouts but AGS4 need them. */
function timeOf({ timeZone, ambiguous, timeColumns, pattern }: Draft): ValuesOf<'wide'>['time'] | null {
  if (pattern === null || timeColumns.length === 0) return null;
  return { timeZone, ambiguous, columns: [...timeColumns], pattern: pattern as 'ymd' };
}

function wideValues(draft: Draft, time: ValuesOf<'wide'>['time'], points: Points): ValuesOf<'wide'> | null {
  const columns = Object.entries(draft.targets).flatMap(([column, each]) => {
    const to = completeTarget(each, points);
    return to ? [{ ...to, column: Number(column) }] : [];
  });
  return columns.length === 0 ? null : { layout: 'wide', time, columns };
}

function rowsValues(draft: Draft, time: ValuesOf<'rows'>['time'], points: Points): ValuesOf<'rows'> | null {
  const { pointColumn, otherNames } = draft;
  if (pointColumn === null) return null;
  const names = Object.entries(draft.names).flatMap(([name, { pointId }]) =>
    pointId !== null && points.has(pointId) ? [{ point: partsOf(name)[0] ?? '', pointId }] : [],
  );
  const kind = kindOf(points.get(names[0]?.pointId ?? 0));
  const columns = Object.entries(draft.targets).flatMap(([column, { name, node, factor, offset, sine }]) =>
    name ? [{ kind, name, node, factor, offset, sine, column: Number(column) }] : [],
  );
  return names.length === 0 || columns.length === 0
    ? null
    : { layout: 'rows', time, pointColumn, columns, names, otherNames };
}

function longValues(draft: Draft, time: ValuesOf<'long'>['time'], points: Points): ValuesOf<'long'> | null {
  const { pointColumn, fieldColumn, valueColumn, otherNames } = draft;
  if (pointColumn === null || valueColumn === null) return null;
  const names = Object.entries(draft.names).flatMap(([name, each]) => {
    const [point = '', field = ''] = partsOf(name);
    const to = completeTarget(each, points);
    return to ? [{ ...to, point, field: fieldColumn === null ? null : field }] : [];
  });
  return names.length === 0 ? null : { layout: 'long', time, pointColumn, fieldColumn, valueColumn, names, otherNames };
}

function valuesOf(draft: Draft, points: Points): Values | null {
  if (draft.layout === 'ags4') return agsValues(draft, points);
  const time = timeOf(draft);
  if (time === null) return null;
  if (draft.layout === 'wide') return wideValues(draft, time, points);
  return draft.layout === 'rows' ? rowsValues(draft, time, points) : longValues(draft, time, points);
}

/** The draft as the call takes it; null while something needed is missing. */
export function mappingOf(draft: Draft, reading: Mapping['reading'], points: Points): Mapping | null {
  const values = valuesOf(draft, points);
  return values && { reading, values };
}
