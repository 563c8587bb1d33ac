/** What the views of a section of prisms show of its surveys. Pure; the numbers are the server's. */
import type { Member, SectionChord, SectionSurvey } from '@plumbline/contract/views/masters';
import { farthestOf, resultantOf } from '@plumbline/science/profiles/survey';
import type { Plane } from '@plumbline/science/sections/plane';
import type { SectionChord as DrawnChord, SectionSurvey as DrawnSurvey } from '../../../charts/kinds/section/shapes.ts';
import { ageOf, type Found } from './line-content.ts';
import { factors, type SectionShow } from './section-state.ts';

/** Section as the server describes it, apart from its surveys. */
export interface Section {
  readonly members: readonly Member[];
  readonly prisms: readonly { readonly acrossM: number; readonly upM: number }[];
  readonly chords: readonly SectionChord[];
}

/** Prisms where they stood, mm in the plane of the section. */
export const restOf = ({ prisms }: Section): Plane[] =>
  prisms.map(({ acrossM, upM }) => ({ x: acrossM * 1000, y: upM * 1000 }));

/** The surveys as they are drawn, from the oldest to the newest. */
export const drawnSurveys = (
  surveys: readonly Found<SectionSurvey>[],
  chosen: number,
  nameOf: (at: number) => string,
): DrawnSurvey[] =>
  surveys.map(({ survey, at }, i) => ({
    id: String(at),
    name: nameOf(at),
    x: survey.acrossMm,
    y: survey.upMm,
    age: ageOf(i, surveys.length),
    isChosen: i === chosen,
  }));

/** The factor at which the largest movement is about an eighth of the section. */
export function usualFactor(initialPlaces: readonly Plane[], surveys: readonly Pick<DrawnSurvey, 'x' | 'y'>[]): number {
  const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  const size = Math.max(span(initialPlaces.map(({ x }) => x)), span(initialPlaces.map(({ y }) => y)));
  const largest = Math.max(0, ...surveys.flatMap(({ x, y }) => resultantOf(x, y).map((value) => value ?? 0)));
  const largestFactor = largest === 0 ? factors[0] : size / 8 / largest;
  return factors.findLast((factor) => factor <= largestFactor) ?? factors[0];
}

export const chordName = ({ from, to }: Pick<SectionChord, 'from' | 'to'>, members: readonly Member[]): string =>
  `${members[from]?.name ?? ''} – ${members[to]?.name ?? ''}`;

/** The chords as they are drawn; the chosen one with its change. */
export const drawnChords = (
  { chords }: Section,
  { survey }: Found<SectionSurvey>,
  pinned: number | null,
  wordsOf: (mm: number | null) => string,
): DrawnChord[] =>
  chords.map(({ from, to }, i) => ({
    from,
    to,
    words: wordsOf(survey.convergenceMm[i] ?? null),
    isPinned: i === pinned,
  }));

/** A line of the table: a chord, or a prism. */
export interface SectionRow {
  readonly place: number;
  readonly name: string;
  /** Length of a chord, offset of a prism, m. */
  readonly metres: number | null;
  /** Distance of a prism along the reference line, m; of a chord null. */
  readonly chainageM: number | null;
  /** Change of the chord or of the offset, mm. */
  readonly changeMm: number | null;
  /** The same since the survey before. */
  readonly sinceMm: number | null;
  /** Movement up of a prism, mm; of a chord null. */
  readonly upMm: number | null;
}

const less = (now: number | null, then: number | null): number | null =>
  now === null || then === null ? null : now - then;

export function sectionRows(
  section: Section,
  { survey }: Found<SectionSurvey>,
  before: Found<SectionSurvey> | undefined,
  show: SectionShow,
): SectionRow[] {
  const ofOffset = show === 'offset';
  const changes = ofOffset ? survey.offsetChangeMm : survey.convergenceMm;
  const former = before && (ofOffset ? before.survey.offsetChangeMm : before.survey.convergenceMm);
  const metres = ofOffset ? survey.offsetsM : survey.chordsM;
  const names = ofOffset
    ? section.members.map(({ name }) => name)
    : section.chords.map((chord) => chordName(chord, section.members));
  return names.map((name, place) => {
    const changeMm = changes[place] ?? null;
    return {
      place,
      name,
      metres: metres[place] ?? null,
      chainageM: ofOffset ? (survey.chainagesM[place] ?? null) : null,
      changeMm,
      sinceMm: less(changeMm, former?.[place] ?? null),
      upMm: ofOffset ? (survey.upMm[place] ?? null) : null,
    };
  });
}

/** The chord or prism whose curve stands beside: the one that is asked for where there is one, else what changed most. */
export function placeBeside(place: number | null, rows: readonly SectionRow[]): number {
  if (place !== null) return Math.max(0, Math.min(place, rows.length - 1));
  return farthestOf(rows.map(({ changeMm }) => changeMm))?.joint ?? 0;
}

/** The chord that a prism belongs to and that changed most; null = it belongs to none. */
export function chordOfPrism({ chords }: Section, prism: number, rows: readonly SectionRow[]): number | null {
  const chordPlaces = chords.flatMap(({ from, to }, i) => (from === prism || to === prism ? [i] : []));
  const size = (place: number): number => Math.abs(rows[place]?.changeMm ?? 0);
  return chordPlaces.length === 0 ? null : chordPlaces.reduce((most, each) => (size(each) > size(most) ? each : most));
}
