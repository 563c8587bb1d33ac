/**
 * What is in a report, as numbers and records: what PDF, spreadsheet and CSV are written of.
 * Invariant: what was not measured is null, and no point is at a level unless something was compared.
 */

import type { Alert } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import { type WholeStatus, wholeOf } from '@plumbline/contract/kernel/status';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { PeriodType, ReportEvent } from '@plumbline/contract/reports/period-reports';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { PaperCurve } from '@plumbline/science/display/chart-svg';
import type { LimitLine } from '@plumbline/science/limits/drawn-limits';
import type { Handling } from '../../../alerts/analytics/analytics.api.ts';
import type { NamedPoint } from '../../../points/points/points.api.ts';
import type { IndexedField } from '../../../readings/readings/readings.effective.api.ts';
import type { Figures } from '../../../readings/readings/readings.figures.api.ts';
import type { ProjectDevice } from '../../../telemetry/health/health.api.ts';
import type { ReportRelease } from '../../release-parts/release-parts.api.ts';
import type { CoverContent } from './cover-content.ts';
import type { ReportExtras, ReportLine } from './extras.ts';

/** The curve of the main field of a point, as it is drawn. */
export interface PointCurve {
  readonly point: NamedPoint;
  readonly field: IndexedField;
  readonly curve: PaperCurve;
  /** Of its field, as they lie on the curve at the end of the period; absent in what was gathered before they were. */
  readonly limits?: readonly LimitLine[];
}

export interface ReportContent {
  readonly project: string;
  readonly corporation: string;
  readonly type: PeriodType;
  /** Its running number; null = it is a look at a template, absent in what was gathered before there were any. */
  readonly number?: number | null;
  /** Of a report of an event; absent in what was gathered before there were any. */
  readonly event?: ReportEvent | null;
  readonly language: Language;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly timeZone: string;
  /** [fromMs, toMs) */
  readonly fromMs: number;
  readonly toMs: number;
  readonly madeAtMs: number;
  readonly madeBy: string;
  /** In order of structure, name and field. */
  readonly lines: readonly ReportLine[];
  /** Of the points that have a value. */
  readonly curves: readonly PointCurve[];
  readonly alerts: readonly Alert[];
  /** Beyond those that are listed too. */
  readonly alertTotal: number;
  /** How they were handled, as of the making of the report. */
  readonly handling: Handling;
  readonly devices: readonly ProjectDevice[];
  readonly template: TemplateContent;
  /** True when it is one of the project, and not the content of the product. */
  readonly hasTemplate: boolean;
  /** Of the report defaults of the project; absent in what was gathered before they were read. */
  readonly cover?: CoverContent;
  /** The structure of each point, and what that is an item of. */
  readonly structuresOf: ReadonlyMap<number, readonly number[]>;
  /** Some points and rows alone, to show what a template makes. */
  readonly isSample: boolean;
  /** The Word document that its template has; absent = a document is written of the blocks. */
  readonly word?: Uint8Array;
  /** The cover that workbooks of its template have; absent = a workbook begins with the facts of the report. */
  readonly excelCover?: Uint8Array;
  readonly extras: ReportExtras;
  /** Absent = nobody has handed it over for review. */
  readonly release?: ReportRelease;
}

/** The points of one kind in one structure, counted. */
export interface SummaryLine {
  readonly structure: string;
  readonly family: FamilyCode;
  readonly status: WholeStatus;
}

export function summaryOf(lines: readonly ReportLine[]): { lines: SummaryLine[]; all: WholeStatus } {
  const main = lines.filter(({ isMain }) => isMain);
  const groups = Map.groupBy(main, ({ point }) => `${point.structure}\n${point.family}`);
  return {
    lines: [...groups.values()].flatMap((group) => {
      const [first] = group;
      return first
        ? [
            {
              structure: first.point.structure,
              family: first.point.family,
              status: wholeOf(group.map(({ status }) => status)),
            },
          ]
        : [];
    }),
    all: wholeOf(main.map(({ status }) => status)),
  };
}

/**
 * Returns the readings that are there of those that there should be, in per cent with one decimal, rounded down: 100 is said
 * only where none is missing. null = none was to come.
 */
export const completePercent = ({ expected, missing }: Pick<Figures, 'expected' | 'missing'>): number | null =>
  expected === 0 ? null : Math.floor(((expected - missing) * 1000) / expected) / 10;
