/** What a report is of, and what measuring its points needs. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import type { PeriodType, ReportEvent } from '@plumbline/contract/reports/period-reports';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { ReportConfig } from '@plumbline/contract/reports/templates.defaults';
import type { Db } from '../../../../kernel/context.ts';
import type { Pool } from '../../../../kernel/db.ts';
import type { Files } from '../../../../kernel/files.ts';
import type { Plugins } from '../../../platform/plugins/plugins.api.ts';
import type { ShownCurve } from '../../../readings/readings/readings.effective.api.ts';
import type { Wants } from './wants.ts';

/** Subject of a report, and what it is made with. */
export interface ReportSubject {
  readonly projectId: number;
  readonly type: PeriodType;
  /** Its running number; null = it has none, as a look at a template. */
  readonly number: number | null;
  /** Of a report of an event; else null. */
  readonly event: ReportEvent | null;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
  readonly language: Language;
  /** main = the main field of each point alone. */
  readonly fields: 'main' | 'all';
  readonly madeBy: string;
  /** null = that of the product. */
  readonly template: TemplateContent | null;
  /** The report defaults of the project. */
  readonly defaults: Pick<ReportConfig, 'signatures' | 'cover'>;
  /** The Word document of the template, with the words of its tags; null = there is none, or none is made. */
  readonly word: { readonly document: Uint8Array; readonly tags: readonly string[] } | null;
  /** The cover that workbooks of the template have; absent = there is none, or no workbook is made. */
  readonly excelCover?: Uint8Array;
  /** The readings of every point are wanted, for a file of them. */
  readonly hasSeries: boolean;
  /** Some points and rows alone, to show what a template makes. */
  readonly isSample: boolean;
}

export interface Gathering {
  readonly db: Db;
  readonly plugins: Pick<Plugins, 'report' | 'title'>;
  readonly pool: Pool;
  readonly files: Files;
  readonly now: Date;
  /** Told how many points are read, of how many; may throw to stop. */
  readonly step: (done: number, total: number) => Promise<void>;
  /** Given the readings of each point that is in the report, as its figures are made of them. */
  readonly onCurve?: (pointId: number, curve: ShownCurve) => void;
}

export interface Measuring extends Gathering {
  readonly subject: ReportSubject;
  readonly wants: Wants;
  /** The highest of each point by its alerts. */
  readonly levels: ReadonlyMap<number, number>;
  /** Of the newest reading of each point: it counts where that lies in the period. */
  readonly newest: ReadonlyMap<number, { readonly atMs: number; readonly level: number }>;
  readonly limited: ReadonlySet<number>;
  /** The limits of each point, as they are set now. */
  readonly rules: ReadonlyMap<number, readonly Threshold[]>;
  /** Points that are younger than the period: without a reading in it they have no part in it. */
  readonly younger: ReadonlySet<number>;
}
