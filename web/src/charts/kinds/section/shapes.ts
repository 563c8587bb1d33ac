import type { Plane } from '@plumbline/science/sections/plane';

/** One survey of a section: the movement of each node in mm, to the right and up; null = no value there. */
export interface SectionSurvey {
  /** Stable over re-renders. */
  readonly id: string;
  readonly name: string;
  readonly x: readonly (number | null)[];
  readonly y: readonly (number | null)[];
  /** From the oldest (0) to the newest (1): how strongly it is drawn. */
  readonly age: number;
  /** The one that a table beside it shows: drawn over the others, with its nodes and chords. */
  readonly isChosen?: boolean;
}
/** A line between two nodes of the chosen survey. */
export interface SectionChord {
  readonly from: number;
  readonly to: number;
  /** Said at its middle where it is the pinned one. */
  readonly words: string;
  readonly isPinned?: boolean;
}
/** A limit on how far a node may move along an axis, mm from rest, to the right or up. */
export interface SectionLimit {
  readonly node: number;
  readonly axis: 'x' | 'y';
  readonly level: number;
  readonly valueMm: number;
}
export interface SectionContent {
  /** The nodes at rest, mm, y up; drawn pale and to scale. */
  readonly rest: readonly Plane[];
  /** A ring: the last node is joined to the first. */
  readonly isClosed: boolean;
  readonly surveys: readonly SectionSurvey[];
  /** How many times larger movements are drawn than the section. */
  readonly factor: number;
  /** Drawn from the other side: left and right change places. */
  readonly isMirrored?: boolean;
  readonly chords?: readonly SectionChord[];
  readonly limits?: readonly SectionLimit[];
  /** What stands before the number of a node where it is read. */
  readonly nodeWord: string;
  /** What each node is called, where it has a name of its own. */
  readonly names?: readonly string[];
  readonly precision: number;
  /** The node that a curve over time beside it shows; where the crosshair rests. */
  readonly pinned?: number | null;
}
