import type { EChartsCoreOption } from 'echarts/core';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../design/tokens.ts';
import type { EChartsPart } from './echarts.ts';
import type { PlaneWindow, ShownPlane } from './plane-window.ts';
import type { Range } from './range.ts';
import type { Scale } from './scale.ts';
import type { Size, Spot } from './spot.ts';

/**
 * One kind of chart: what it draws of its content, and what a place on it says. The frame does the rest: size, gestures,
 * crosshair, legend and readout, files. Invariant: pure, so that a picture for a file is drawn by the same lines.
 */
export interface ChartKind<Content> {
  /** The parts of ECharts that it is made of, beyond those of the frame. */
  readonly parts: readonly EChartsPart[];
  /** The axis that is moved and along which the crosshair steps; values are read on the other. */
  readonly direction: 'x' | 'y';
  /** The shortest stretch of it that is shown. */
  readonly minSpan: number;
  readonly draw: (content: Content, view: Range, canvas: Canvas) => Drawing;
  /** What the legend lists, each with its value at the crosshair; without one (null) its last value. */
  readonly entriesOf: (
    content: Content,
    at: number | null,
    tokens: Tokens,
    /** Where the pointer is on the other axis; null = nowhere. For kinds that read there. */
    across?: number | null,
  ) => readonly Entry[];
  /** Values are read where the pointer is on both axes: a line across is drawn, too. */
  readonly readsAcross?: true;
  /** The content without what the reader has hidden, by the ids of entries. */
  readonly without: (content: Content, hidden: ReadonlySet<string>) => Content;
  /** Where the crosshair stops, ascending. */
  readonly stopsOf: (content: Content) => readonly number[];
  /** Where stops lie in the picture, px, for kinds whose stops are places in a plane; absent = along the axis. */
  readonly spotsOf?: (content: Content, canvas: PlaneCanvas) => ReadonlyMap<number, Spot>;
  /** A drag turns what is drawn: a plane is moved with Shift then. */
  readonly isTurned?: boolean;
  /** What is marked on the curves at the crosshair. */
  readonly dotsAt: (content: Content, at: number, tokens: Tokens) => readonly Dot[];
  /** A position in words: whole over the readout, short at the axis. */
  readonly positionWords: (
    content: Content,
    at: number,
    language: string,
  ) => { readonly whole: string; readonly short: string };
  /** Where values are read while there is no crosshair; absent or null = the last values. */
  readonly restsAt?: (content: Content) => number | null;
  readonly hasValues: (content: Content) => boolean;
  /** Size of the picture for a file; absent = that of specification 9. */
  readonly pictureOf?: (content: Content) => Size;
  /** The line under the title of a picture: what is shown, and of which stretch. */
  readonly captionOf: (content: Content, view: Range) => string;
  /** The rows that the picture shows, for a file: head, then a line for each position. */
  readonly tableOf: (content: Content, view: Range, t: TFunction) => readonly (readonly (string | number | null)[])[];
}

/** Where a plane is drawn: the size, and which part of it is in view (absent or null = all). */
export interface PlaneCanvas extends Size {
  readonly window?: PlaneWindow | null;
}

/** Canvas of a chart: size, colours, words. */
export interface Canvas extends PlaneCanvas {
  readonly tokens: Tokens;
  readonly language: string;
  readonly t: TFunction;
  /** Draws title and room for it (the downloaded picture). */
  readonly title?: string;
  readonly subtitle?: string;
}
/** Margins of the plot in px. */
export interface Layout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Drawing {
  readonly option: EChartsCoreOption;
  readonly layout: Layout;
  /** The axis that is moved runs the other way: its beginning is at the right or at the foot. */
  readonly isMirrored?: boolean;
  /** The axis across, on which boxes and dots are read. */
  readonly scale: Scale;
  /** Plots under each other along one axis, the first one `scale`'s; absent = there is but one. */
  readonly panels?: readonly PanelPlace[];
  /** Of a kind that draws a plane: what of it is in view. */
  readonly plane?: ShownPlane;
}
/** Where a panel lies, px from the upper edge, and its axis across. */
export interface PanelPlace {
  readonly top: number;
  readonly heightPx: number;
  readonly scale: Scale;
}

export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly value: string;
  readonly swatch: { readonly colour: string; readonly shape: 'line' | 'dashed' | 'box'; readonly opacity?: number };
}
export interface Dot {
  readonly id: string;
  readonly value: number;
  readonly colour: string;
  /** Which panel it lies in, from 0. */
  readonly panel?: number;
}
