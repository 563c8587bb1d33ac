/** A view of a point on paper: its drawing, the numbers that it is made of, and what is to be said of it. Pure. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { ViewOptions } from '@plumbline/contract/reports/templates.views';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import type { ViewWords } from './view-word-list.ts';

/** Cell of a figure; of a time column epoch ms; null = not known, and never 0. */
export type FigureCell = string | number | null;
export interface FigureColumn {
  readonly title: string;
  readonly kind: 'text' | 'number' | 'time';
  /** Decimals on paper, of a number. */
  readonly precision?: number;
}
export interface FigureTable {
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly (readonly FigureCell[])[];
  /** Rows that there are: those beyond the bound are not here. */
  readonly total: number;
  /** On paper its first column is set across, one row for each of its second. */
  readonly isPivot: boolean;
}
export interface ViewFigure {
  readonly title: string;
  /** null = there are only its numbers, or a photo. */
  readonly svg: string | null;
  /** JPEG. */
  readonly photo?: Uint8Array;
  readonly notes: readonly string[];
  readonly table: FigureTable | null;
}

/** gone = the point is not in the project; otherGone = the one that it is held against is not. */
export const figureStates = ['shown', 'notOffered', 'noData', 'tooMuch', 'otherGone', 'gone'] as const;
export interface PointFigures {
  readonly pointId: number;
  readonly name: string;
  readonly structure: string;
  /** null = the point is gone. */
  readonly family: FamilyCode | null;
  readonly state: (typeof figureStates)[number];
  readonly figures: readonly ViewFigure[];
}

/** Question to a view of one point, [fromMs, toMs). */
export interface ViewQuestion {
  readonly point: NamedPoint;
  readonly options: ViewOptions;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly language: Language;
  readonly words: ViewWords;
  /** True when limits may be drawn. */
  readonly hasLimits: boolean;
  readonly timeOf: (ms: number) => string;
  /** A stored picture as a JPEG that paper bears; null = it is gone. */
  readonly pictureOf: (fileId: string) => Promise<Uint8Array | null>;
}

export const text = (title: string): FigureColumn => ({ title, kind: 'text' });
export const time = (title: string): FigureColumn => ({ title, kind: 'time' });
export const numeric = (title: string, precision = 3): FigureColumn => ({ title, kind: 'number', precision });

/** At most `max` rows are kept; how many there are is. */
export const tableOf = (
  columns: readonly FigureColumn[],
  rows: readonly (readonly FigureCell[])[],
  max: number,
  isPivot = false,
): FigureTable => ({ columns, rows: rows.slice(0, max), total: rows.length, isPivot });
