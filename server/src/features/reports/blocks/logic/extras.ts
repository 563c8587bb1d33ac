/** What points measured, and what only some blocks show: gathered where a template has such a block, empty elsewhere. */

import type { PointStatus } from '@plumbline/contract/kernel/status';
import type { ReportResult } from '@plumbline/contract/platform/plugins.calls';
import type { CallFault } from '@plumbline/contract/platform/plugins.package';
import type { Defect } from '@plumbline/contract/points/inspections.defects';
import type { Question, RoundAnswers } from '@plumbline/contract/points/inspections.questions';
import type { Annotation } from '@plumbline/contract/site/annotations';
import type { PaperSurvey } from '@plumbline/science/display/profile-svg';
import type { LimitLine } from '@plumbline/science/limits/drawn-limits';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import type { IndexedField } from '../../../readings/readings/readings.effective.api.ts';
import type { Figures } from '../../../readings/readings/readings.figures.api.ts';
import type { MasterShapes } from '../../../views/masters/masters.api.ts';
import type { PointFigures } from '../../paper-views/paper-views.drawn.api.ts';

/** A field of a point over the period. */
export interface ReportLine {
  readonly point: NamedPoint;
  readonly field: IndexedField;
  /** True when it is the main field of its point: what the point is judged to be by. */
  readonly isMain: boolean;
  readonly figures: Figures;
  /** The last value less what it counts from; of rain and flow the total of the period (`unitOf` cumulative). */
  readonly cumulative: number | null;
  /** The limit to watch, as its line lies beside the last value; null = none, absent in what was gathered before it was. */
  readonly limit?: LimitLine | null;
  /** Of its point, at the end of the period. */
  readonly status: PointStatus;
}

/** The readings of the main field of a point, oldest first; NaN = no good value. */
export interface PointReadings {
  readonly point: NamedPoint;
  readonly field: IndexedField;
  readonly times: Float64Array;
  readonly values: Float64Array;
}
/** Conversion of the values of a device, and from when to when it was in force. */
export interface Calibration {
  readonly pointId: number;
  readonly fromMs: number | null;
  readonly sncode: string | null;
  readonly channel: string | null;
  readonly formulaType: 'SYSTEM_FORMULA' | 'CUSTOM_FORMULA';
  /** By field, as written down, where the formula is its own. */
  readonly formulas: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
  readonly initial: number | null;
}
export interface Surveys {
  readonly point: NamedPoint;
  readonly surveys: readonly (Omit<PaperSurvey, 'name'> & { readonly atMs: number })[];
}
/** A master as it is drawn: a line, a section, or both. */
export interface MasterSurveys extends MasterShapes {
  readonly point: NamedPoint;
}
/** Figures of a block of views; `total` = points that it is about, those beyond the bound too. */
export interface BlockFigures {
  readonly points: readonly PointFigures[];
  readonly total: number;
}
export interface ReportPhoto {
  readonly pointId: number;
  readonly name: string;
  readonly structure: string;
  readonly atMs: number;
  readonly note: string;
  /** JPEG of a bounded size; null = it could not be read. */
  readonly jpeg: Uint8Array | null;
}
export interface ReportDrawing {
  readonly structureId: number;
  readonly structure: string;
  readonly name: string;
  readonly format: 'svg' | 'png' | 'jpg';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Shares of the drawing. */
  readonly places: readonly { readonly pointId: number; readonly x: number; readonly y: number }[];
}
export interface InspectionRow {
  readonly plan: string;
  readonly where: string;
  readonly finishedAt: string | null;
  readonly finishedBy: string | null;
  readonly faults: number;
  readonly outOfLimits: number;
  /** Present where a block shows rounds in detail; reports that were made before that block had it lack the field. */
  readonly detail?: RoundDetail;
}
/** Answers of a round, with its pictures as JPEG or PNG; null = it could not be read. */
export interface RoundDetail {
  readonly revision: number;
  readonly reason: string;
  readonly questions: readonly Question[];
  readonly answers: RoundAnswers;
  readonly photoCounts: ReadonlyMap<string, number>;
  readonly photos: readonly { readonly key: string; readonly jpeg: Uint8Array | null }[];
  readonly signatures: readonly { readonly key: string; readonly png: Uint8Array | null }[];
}
/** By local days; of rain the sum of each gauge, of temperature the range of each point. */
export interface PointWeather {
  readonly point: NamedPoint;
  readonly measures: 'rain' | 'temperature';
  readonly days: ReadonlyMap<string, { readonly sum: number; readonly min: number; readonly max: number }>;
}

/** Figures that a function of a plug-in made for a block. */
export interface PluginFigures {
  /** Of the block: what it is told. */
  readonly key: string;
  /** Of the plug-in; null = it may not run. */
  readonly title: string | null;
  /** null = it came to nothing. */
  readonly result: ReportResult | null;
  readonly fault: CallFault | null;
  /** Readings that it was not given, because they were beyond the bound. */
  readonly left: number;
}

export interface ReportExtras {
  readonly before: {
    readonly firstDay: string;
    readonly lastDay: string;
    readonly lines: readonly ReportLine[];
  } | null;
  readonly readings: readonly PointReadings[];
  /** Readings that were left out beyond the bound. */
  readonly readingsLeft: number;
  /** Those of every point, where a file of readings is made; absent in what was gathered before there was one. */
  readonly series?: readonly PointReadings[];
  readonly seriesLeft?: number;
  /** Absent in what was gathered before there were any. */
  readonly plugins?: readonly PluginFigures[];
  readonly calibrations: readonly Calibration[];
  readonly surveys: readonly Surveys[];
  /** Casings that were surveyed, and how many of them are here; absent in what was gathered before they were counted. */
  readonly surveysCount?: { readonly read: number; readonly total: number };
  /** Absent in what was gathered before there were any. */
  readonly masters?: readonly MasterSurveys[];
  readonly mastersCount?: { readonly read: number; readonly total: number };
  /** By the place of its block in the template; absent in what was gathered before there were any. */
  readonly views?: ReadonlyMap<number, BlockFigures>;
  readonly photos: readonly ReportPhoto[];
  readonly photosTotal: number;
  readonly drawings: readonly ReportDrawing[];
  readonly works: readonly Annotation[];
  readonly inspections: {
    readonly rounds: readonly InspectionRow[];
    readonly total: number;
    /** Photos of the rounds, those beyond the bound too. */
    readonly photosTotal?: number;
    readonly missed: readonly { readonly plan: string; readonly at: string }[];
    readonly defects: readonly Defect[];
  };
  readonly weather: readonly PointWeather[];
}

export const noExtras: ReportExtras = {
  before: null,
  readings: [],
  readingsLeft: 0,
  calibrations: [],
  surveys: [],
  photos: [],
  photosTotal: 0,
  drawings: [],
  works: [],
  inspections: { rounds: [], total: 0, missed: [], defects: [] },
  weather: [],
};
