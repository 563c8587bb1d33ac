/**
 * A section of tilt segments as people look at it: where its nodes are now, how chords have changed, how far from round.
 * Places in mm in the plane, y up; null = missing, and stays missing.
 */
import type { Column } from '../profiles/survey.ts';
import { type Circle, fitCircle } from './circle.ts';
import type { Plane } from './plane.ts';
import { ovalityOf } from './ring.ts';

/** Where nodes are and their movement since, node by node; null where a node has no place or no movement. */
export const nodesNow = (from: readonly (Plane | null)[], x: Column, y: Column): (Plane | null)[] =>
  from.map((node, k) => {
    const [dx, dy] = [x[k] ?? null, y[k] ?? null];
    return node === null || dx === null || dy === null ? null : { x: node.x + dx, y: node.y + dy };
  });

/** A chord: the two nodes that it joins. */
export interface Chord {
  readonly from: number;
  readonly to: number;
}

/** Opposite nodes of a ring, k and k + n/2; of an arc its two ends. */
export function chordsOfSection(nodeCount: number, isClosed: boolean): Chord[] {
  if (nodeCount < 2) return [];
  if (!isClosed) return [{ from: 0, to: nodeCount - 1 }];
  const half = Math.floor(nodeCount / 2);
  return Array.from({ length: half }, (_, k) => ({ from: k, to: k + half }));
}

const lengthOf = ({ from, to }: Chord, nodes: readonly (Plane | null)[]): number | null => {
  const [a, b] = [nodes[from] ?? null, nodes[to] ?? null];
  return a && b ? Math.hypot(b.x - a.x, b.y - a.y) : null;
};

export interface ChordSurvey extends Chord {
  /** mm. */
  readonly lengthMm: number | null;
  /** Length now less length before, mm: negative is closing. Source: GB 50911, ISO 18674-3. */
  readonly convergenceMm: number | null;
}

export function surveyChords(
  chords: readonly Chord[],
  from: readonly (Plane | null)[],
  now: readonly (Plane | null)[],
): ChordSurvey[] {
  return chords.map((chord) => {
    const [lengthMm, before] = [lengthOf(chord, now), lengthOf(chord, from)];
    return { ...chord, lengthMm, convergenceMm: lengthMm === null || before === null ? null : lengthMm - before };
  });
}

export interface Roundness {
  /** (longest chord - shortest) / mean chord; null for fewer than two, or where one is missing. */
  readonly ovality: number | null;
  /** Circle through the nodes; null where one is missing. */
  readonly circle: Circle | null;
}

export function roundnessOf(chords: readonly ChordSurvey[], now: readonly (Plane | null)[]): Roundness {
  const lengths = chords.flatMap(({ lengthMm }) => (lengthMm === null ? [] : [lengthMm]));
  const nodes = now.filter((node) => node !== null);
  return {
    ovality: lengths.length === chords.length && lengths.length > 1 ? ovalityOf(lengths) : null,
    circle: nodes.length === now.length ? fitCircle(nodes) : null,
  };
}

/** The highest node at rest: the crown. */
export const crownOf = (initialPlaces: readonly Plane[]): number =>
  initialPlaces.reduce(
    (best, { y }, k) => (y > (initialPlaces[best]?.y ?? Number.NEGATIVE_INFINITY) + 1e-6 ? k : best),
    0,
  );
