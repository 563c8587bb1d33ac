/** How curves are shared out among charts under each other: all in one, one for each unit, one for each curve. */
export const panelChoices = ['one', 'unit', 'curve'] as const;
export type PanelChoice = (typeof panelChoices)[number];

/**
 * How a curve may be drawn. `columns` = amounts, from an axis that begins at 0; `hanging` = bars from the top (rain); `forecast` = dashed with its band, nothing measured;
 * `filtered` = a line over the faint one that it was made of.
 */
export type CurveKind = 'line' | 'columns' | 'hanging' | 'forecast' | 'filtered';

/** Curve of a time-value chart. Times are epoch ms, ascending; null = no value then. */
export interface ChartCurve {
  /** Stable over re-renders: it holds the curve's colour and dash. */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly precision?: number;
  /** Words of its values, where they stand for states; null = an amount. */
  readonly wordOf?: (value: number) => string | null;
  /** `right` = second axis. */
  readonly axis?: 'left' | 'right';
  /** How it is drawn; absent = as a line. */
  readonly kind?: CurveKind;
  /** Readings further apart than this are a gap, in seconds. Absent: three times the usual distance. */
  readonly gapSeconds?: number;
  /** The band of a forecast, at its times. */
  readonly band?: { readonly lower: readonly (number | null)[]; readonly upper: readonly (number | null)[] };
  /** Of a filtered curve: the id of the one it was made of, whose colour, axis and chart it shares. */
  readonly of?: string;
  /** Of a filtered curve: what was measured where the filter refused it. */
  readonly refused?: readonly { readonly at: number; readonly value: number }[];
  /** Lies beneath what a filter made of it. */
  readonly isFaint?: boolean;
  /** Which colour and dash of the list, from 0; absent = its place among the lines. Kept where curves are hidden. */
  readonly colour?: number;
}
/** Style of a value axis; what is left out, the axis finds itself. */
export interface AxisStyle {
  readonly label?: string;
  readonly min?: number | null;
  readonly max?: number | null;
  /** The smallest at the top. */
  readonly reversed?: boolean;
  /** The values that stand for states: marked alone, by the words of the curves. */
  readonly states?: readonly number[];
}
/** How lines are drawn, where it is not as usual. */
export interface LineStyle {
  /** A step from reading to reading. */
  readonly step?: boolean;
  readonly widthPx?: number;
  /** False joins readings over gaps. */
  readonly breakAtGaps?: boolean;
}
/** A limit of the left axis. Give both signs for a two-sided limit. */
export interface ChartThreshold {
  readonly level: number;
  readonly value: number;
  /** A limit of the change that is drawn on the value: the limit as it was set, which is what its label says. */
  readonly cumulative?: number | undefined;
}
/** An alert on the curve: a level mark on a stem over the value. */
export interface ChartAlert {
  readonly at: number;
  readonly value: number;
  readonly level: number;
}
/** A correction: a dotted vertical with a hollow diamond and its words at the top edge. */
export interface ChartCorrection {
  readonly at: number;
  readonly words: string;
}
/** Annotation on site: a band from `from` to `to`, or a vertical where it happened at one time (`to` null). */
export interface ChartAnnotation {
  readonly from: number;
  readonly to: number | null;
  readonly words: string;
}
/** A value that is not plainly good: a ring where it is doubtful, a cross where it failed and no line goes through it. */
export interface ChartFlag {
  readonly at: number;
  readonly value: number;
  readonly quality: 'suspect' | 'fail';
}
export interface TimeValueContent {
  readonly curves: readonly ChartCurve[];
  readonly thresholds?: readonly ChartThreshold[];
  readonly alerts?: readonly ChartAlert[];
  readonly corrections?: readonly ChartCorrection[];
  readonly annotations?: readonly ChartAnnotation[];
  readonly flags?: readonly ChartFlag[];
  /** A time that something beside the chart shows, epoch ms. */
  readonly markedAt?: number | null;
  readonly axes?: { readonly left?: AxisStyle; readonly right?: AxisStyle } | undefined;
  readonly lineStyle?: LineStyle | undefined;
  /** In which times are read (IANA). */
  readonly zone?: string | undefined;
  /** Charts under each other; absent = all curves in one. */
  readonly panels?: PanelChoice;
}
