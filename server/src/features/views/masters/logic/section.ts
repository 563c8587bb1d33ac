/**
 * A master as a section of prisms: where each stood before anything moved, and chords, offsets and movements in its plane
 * at a time. The geometry is science/sections/tunnel. Pure.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { SectionChord, SectionSurvey, sectionQuantities } from '@plumbline/contract/views/masters';
import { fitCircle } from '@plumbline/science/sections/circle';
import {
  chordOf,
  inPlane,
  placeOnLine,
  type SectionPlane,
  type Station,
  sectionPlane,
  usualChords,
} from '@plumbline/science/sections/tunnel';
import { orNull } from '../../../readings/readings/readings.query.api.ts';
import type { Made, MadeOf, Measured } from './made.ts';

/** Movements of a prism: north, east and up. */
export const prismKeys = ['dx', 'dy', 'dh'] as const;

export interface Section {
  readonly initial: readonly Station[];
  readonly plane: SectionPlane;
  readonly chords: readonly SectionChord[];
  readonly line: readonly [from: Station, to: Station];
}

/** Throws badInput where the members are no prisms, or two at the same place make no line. */
export function sectionOfMaster({ point, members }: Made): Section {
  if (point.family !== 'surfaceDisplacement')
    throw new Failure('badInput', [{ path: 'pointId', message: 'pointNotSection' }]);
  const initial = members.map((member) => stationOf(member));
  const places = new Map(members.map(({ point: { id } }, i) => [id, i]));
  const set = point.master?.chords;
  const pairs = set
    ? set.flatMap(({ from, to }) => {
        const [a, b] = [places.get(from), places.get(to)];
        return a === undefined || b === undefined ? [] : [[a, b] as const];
      })
    : usualChords(members.length);
  return {
    initial,
    plane: sectionPlane(initial),
    chords: pairs.map(([from, to]) => ({
      from,
      to,
      initialM: chordOf(elementAt(initial, from), elementAt(initial, to)),
    })),
    line: lineOf(point.master?.referenceLine ?? null, initial),
  };
}

/** Where a prism stood when its displacements began: what converts its readings in that time. */
function stationOf({ point: { parameters } }: MadeOf): Station {
  const { e0 = Number.NaN, n0 = Number.NaN, h0 = Number.NaN } = parameters;
  if (Number.isNaN(e0 + n0 + h0)) throw new Failure('badInput', [{ path: 'pointId', message: 'prismWithoutPlace' }]);
  return { north: n0, east: e0, height: h0 };
}

function lineOf(
  set: { fromEast: number; fromNorth: number; toEast: number; toNorth: number } | null,
  initial: readonly Station[],
): [Station, Station] {
  if (set === null) return [elementAt(initial, 0), elementAt(initial, -1)];
  return [
    { north: set.fromNorth, east: set.fromEast, height: 0 },
    { north: set.toNorth, east: set.toEast, height: 0 },
  ];
}

/** Movements of each prism since its initial values, mm; NaN = missing. Without an initial value displacements count from its place. */
export interface Moved {
  readonly north: number;
  readonly east: number;
  readonly up: number;
}
export const movedAt = (measured: readonly Measured[], collection: readonly (number | null)[]): Moved[] =>
  measured.map(({ now, moved }, m) => {
    const place = collection[m] ?? null;
    const at = (i: number): number => {
      const column = moved[i] ?? now[i];
      return place === null || column === undefined ? Number.NaN : (column[place] as number);
    };
    return { north: at(0), east: at(1), up: at(2) };
  });

const stationAt = ({ north, east, height }: Station, moved: Moved): Station => ({
  north: north + moved.north / 1000,
  east: east + moved.east / 1000,
  height: height + moved.up / 1000,
});

type Shape = Omit<
  SectionSurvey,
  'requestedAt' | 'at' | 'silent' | 'standIns' | 'geometry' | 'isComparable' | 'isComplete'
>;

const unknown: Moved = { north: Number.NaN, east: Number.NaN, up: Number.NaN };
/** A section of which nothing is known. */
export const emptySection = (section: Section): Shape =>
  sectionAt(
    section,
    section.initial.map(() => unknown),
    null,
  );

/** Chords, offsets and movements at a time; `base` = what had moved then counts as nothing. */
export function sectionAt(section: Section, moved: readonly Moved[], base: readonly Moved[] | null): Shape {
  const { initial, plane, chords, line } = section;
  const stations = initial.map((station, i) => stationAt(station, elementAt(moved, i)));
  const from = base === null ? initial : initial.map((station, i) => stationAt(station, elementAt(base, i)));
  const since = stations.map((station, i) => {
    const before = elementAt(from, i);
    const { right, forward } = inPlane(plane, station.north - before.north, station.east - before.east);
    return { right: right * 1000, forward: forward * 1000, up: (station.height - before.height) * 1000 };
  });
  const lengths = chords.map((chord) => chordOf(elementAt(stations, chord.from), elementAt(stations, chord.to)));
  const before = chords.map((chord) => chordOf(elementAt(from, chord.from), elementAt(from, chord.to)));
  const places = stations.map((station) => placeOnLine(...line, station));
  const placesBefore = from.map((station) => placeOnLine(...line, station));
  const offsets = places.map((place) => place?.offset ?? Number.NaN);
  return {
    acrossMm: since.map(({ right }) => orNull(right)),
    forwardMm: since.map(({ forward }) => orNull(forward)),
    upMm: since.map(({ up }) => orNull(up)),
    chordsM: lengths.map(orNull),
    convergenceMm: lengths.map((length, i) => orNull((length - elementAt(before, i)) * 1000)),
    chainagesM: places.map((place) => orNull(place?.chainage)),
    offsetsM: offsets.map(orNull),
    offsetChangeMm: offsets.map((offset, i) => orNull((offset - (placesBefore[i]?.offset ?? Number.NaN)) * 1000)),
    circle: circleOf(plane, stations),
  };
}

function circleOf(plane: SectionPlane, stations: readonly Station[]): Shape['circle'] {
  const fitted = fitCircle(
    stations.map(({ north, east, height }) => ({
      x: inPlane(plane, north - plane.north, east - plane.east).right,
      y: height,
    })),
  );
  return fitted && { radiusM: fitted.radius, rmsMm: fitted.rms * 1000 };
}

/** Where each prism stood before anything moved, in the plane of the section. */
export const prismsOf = ({ initial, plane }: Section): { acrossM: number; upM: number }[] =>
  initial.map(({ north, east, height }) => ({
    acrossM: inPlane(plane, north - plane.north, east - plane.east).right,
    upM: height,
  }));

export type SectionQuantity = (typeof sectionQuantities)[number];

/** The members that a quantity is made of; null where there is no such place. */
export function membersOf(section: Section, quantity: SectionQuantity, place: number): number[] | null {
  if (quantity !== 'chord') return place < section.initial.length ? [place] : null;
  const chord = section.chords[place];
  return chord ? [chord.from, chord.to] : null;
}

/** The number that is followed over time, mm, of the movements of the members that it is made of. */
export function followed(
  section: Section,
  quantity: SectionQuantity,
  needed: readonly number[],
  moved: readonly Moved[],
  base: readonly Moved[] | null,
): number {
  const of = (movements: readonly Moved[] | null): number => {
    const [a, b] = needed.map((member, i) => {
      const station = elementAt(section.initial, member);
      return movements === null ? station : stationAt(station, elementAt(movements, i));
    });
    if (a === undefined) return Number.NaN;
    if (quantity === 'chord') return b ? chordOf(a, b) : Number.NaN;
    return quantity === 'height' ? a.height : (placeOnLine(...section.line, a)?.offset ?? Number.NaN);
  };
  return (of(moved) - of(base)) * 1000;
}
