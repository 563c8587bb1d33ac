/** What of an answer about a master is drawn together: places of one geometry alone can lie on one drawing. Pure. */
import type { LineGeometry, LineSurvey, SectionGeometry, SectionSurvey } from '@plumbline/contract/views/masters';

interface Answered<G, S> {
  /** Oldest first. */
  readonly geometries: readonly G[];
  readonly baseline: S | null;
  readonly surveys: readonly S[];
}
/** A geometry with the surveys that were measured with it. */
export type OfOneGeometry<G, S> = G & {
  readonly baseline: S | null;
  /** Times without a collection are among them. */
  readonly surveys: S[];
  /** How many collections were measured with another geometry, and are not among them. */
  readonly elsewhere: number;
};
export type ShownLine = OfOneGeometry<LineGeometry, LineSurvey>;
export type ShownSection = OfOneGeometry<SectionGeometry, SectionSurvey>;

/** The geometry of the newest survey that was found; undefined where there is none at all. */
export function ofNewestGeometry<G, S extends { readonly at: string | null; readonly geometry: number }>({
  geometries,
  baseline,
  surveys,
}: Answered<G, S>): OfOneGeometry<G, S> | undefined {
  const measured = surveys.filter(({ at }) => at !== null);
  const newest = measured.length > 0 ? Math.max(...measured.map(({ geometry }) => geometry)) : geometries.length - 1;
  const geometry = geometries[newest];
  if (geometry === undefined) return undefined;
  const ofGeometry = surveys.filter((survey) => survey.at === null || survey.geometry === newest);
  return { ...geometry, baseline, surveys: ofGeometry, elsewhere: surveys.length - ofGeometry.length };
}
