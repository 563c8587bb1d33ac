import type { Point } from '@plumbline/contract/points/points';
import type { ImportLayout } from '@plumbline/contract/readings/imports.mapping';
import { plainWord } from '@plumbline/science/files/slots';
import { type Draft, namesIn, partsOf, seriesName } from './mapping.ts';

/** A point that the file names and nobody has mapped. */
export interface MissingPoint {
  readonly name: string;
  /** AGS4 states the depth of each installation; null = the file does not. */
  readonly depthM: number | null;
}
const longestName = 32;

/** Names of the file that neither the project nor the draft know, each once, in the order of the file. Pure. */
export function missingPoints(layout: ImportLayout, draft: Draft, points: readonly Point[]): MissingPoint[] {
  const names = new Set(points.map(({ name }) => plainWord(name)));
  const missing = new Map<string, MissingPoint>();
  for (const each of namedIn(layout, draft)) {
    const name = each.name.trim().slice(0, longestName);
    const key = plainWord(name);
    if (key !== '' && !names.has(key) && !missing.has(key)) missing.set(key, { ...each, name });
  }
  return [...missing.values()];
}

function namedIn(layout: ImportLayout, draft: Draft): MissingPoint[] {
  if (draft.layout === 'ags4') return seriesIn(layout, draft);
  if (draft.layout !== 'wide')
    return namesIn(layout, draft.pointColumn, null).flatMap((name) => ({ name: partsOf(name)[0] ?? '', depthM: null }));
  const isOpen = ({ column, holds }: ImportLayout['columns'][number]) =>
    holds === 'number' && !draft.timeColumns.includes(column) && !draft.targets[column]?.pointId;
  const open = layout.columns.filter(isOpen);
  if (layout.place !== null) return open.length > 0 ? [{ name: layout.place, depthM: null }] : [];
  return open.map(({ name }) => ({ name, depthM: null }));
}

/** Several depths of one installation are several points: the depth belongs to their names. */
function seriesIn({ series }: ImportLayout, draft: Draft): MissingPoint[] {
  const depthsOf = Map.groupBy(series, ({ location, point }) => `${location}\n${point}`);
  return series
    .filter((each) => !draft.names[seriesName(each)]?.pointId)
    .map(({ location, point, distance }) => {
      const distances = new Set((depthsOf.get(`${location}\n${point}`) ?? []).map((each) => each.distance));
      const label = point || location;
      return {
        name: distances.size > 1 && distance !== null && distance !== undefined ? `${label} ${distance}` : label,
        depthM: distance ?? null,
      };
    });
}
