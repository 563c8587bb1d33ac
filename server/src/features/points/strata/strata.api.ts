/** The strata beside a casing, for the features that show it with their readings. */
import type { Strata } from '@plumbline/contract/points/strata';
import { excavationOn } from '@plumbline/science/profiles/strata';
import { writeLocal } from '@plumbline/science/series/local-time';
import type { Db } from '../../../kernel/context.ts';
import { newestOf, zoneOfPoint } from './strata.table.ts';

/** Returns the strata in force; empty where nobody has entered anything. */
export const strataOf = async (db: Db, pointId: number): Promise<Strata> =>
  (await newestOf(db, pointId)) ?? { layers: [], excavations: [] };

/** The strata, and the excavation at each time. */
interface DatedStrata extends Pick<Strata, 'layers'> {
  /** How deep the pit was at an instant, m, by the days of the project; null = not known. */
  readonly excavationAt: (atMs: number) => number | null;
}

export async function datedStrata(db: Db, pointId: number): Promise<DatedStrata> {
  const { layers, excavations } = await strataOf(db, pointId);
  if (excavations.length === 0) return { layers, excavationAt: () => null };
  const timeZone = await zoneOfPoint(db, pointId);
  return { layers, excavationAt: (atMs) => excavationOn(excavations, writeLocal(atMs, timeZone).slice(0, 10)) };
}
