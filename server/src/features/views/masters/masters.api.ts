/** What features above may ask of masters: their surveys at some times, by the functions that the views read. */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { LineSurvey, masters, SectionSurvey } from '@plumbline/contract/views/masters';
import { lines } from './masters.lines.service.ts';
import type { MasterReads } from './masters.members.service.ts';
import { sections } from './masters.sections.service.ts';

export { timesOfSurveys } from './masters.times.service.ts';
export { lines, sections };

/** A line at one time: how far each station has moved upwards, mm (null = not known), and where it lies, m. */
export interface LineRow {
  readonly atMs: number;
  readonly values: readonly (number | null)[];
  readonly places: readonly number[];
}
export interface DrawnSection {
  /** Where the members stood before anything moved, m, in the plane of the section. */
  readonly prisms: readonly { readonly acrossM: number; readonly upM: number }[];
  readonly surveys: readonly {
    readonly atMs: number;
    readonly acrossMm: readonly (number | null)[];
    readonly upMm: readonly (number | null)[];
  }[];
}
/** Shapes that a master can be drawn as; a station is both. */
export interface MasterShapes {
  readonly line: readonly LineRow[];
  readonly section: DrawnSection | null;
}

/**
 * The surveys of a master nearest to some times, from initial values, those of its newest geometry alone. Times without a
 * survey near enough are left out, and each survey is there once. A point that is no master has no shapes.
 */
export async function masterShapes(reads: MasterReads, pointId: number, times: readonly Date[]): Promise<MasterShapes> {
  const input = {
    pointId,
    times: times.map((at) => at.toISOString()),
    toleranceSeconds: undefined,
    baseline: null,
    raw: false,
    quality: 'good' as const,
  };
  const [asLine, asSection] = [
    await orNone(lines(reads, input as OutputOf<typeof masters.lines.input>)),
    await orNone(sections(reads, input as OutputOf<typeof masters.sections.input>)),
  ];
  const section = asSection && newestGeometry(asSection.surveys, asSection.geometries);
  const line = asLine && newestGeometry(asLine.surveys, asLine.geometries);
  return {
    line: (line?.surveys ?? []).map(({ at, up }) => ({
      atMs: at,
      values: up,
      places: line?.geometry.stations.map(({ chainageM }) => chainageM) ?? [],
    })),
    section: section && {
      prisms: section.geometry.prisms,
      surveys: section.surveys.map(({ at, acrossMm, upMm }) => ({ atMs: at, acrossMm, upMm })),
    },
  };
}

/** Settings that make no such shape are no error here: a line is no section. */
async function orNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.name === 'badInput') return null;
    throw error;
  }
}

/** The surveys of the newest geometry, oldest first; null = there is none. */
export function newestGeometry<S extends LineSurvey | SectionSurvey, G>(
  surveys: readonly S[],
  geometries: readonly G[],
) {
  const measured = surveys.flatMap((survey) => (survey.at === null ? [] : [{ ...survey, at: Date.parse(survey.at) }]));
  const place = Math.max(-1, ...measured.map(({ geometry }) => geometry));
  const geometry = geometries[place];
  if (geometry === undefined) return null;
  const ofGeometry = measured.filter((each) => each.geometry === place).sort((a, b) => a.at - b.at);
  return { geometry, surveys: ofGeometry.filter(({ at }, i) => at !== ofGeometry[i - 1]?.at) };
}
