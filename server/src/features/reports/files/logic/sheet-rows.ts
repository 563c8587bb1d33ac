/** A report as tables of typed cells: what its workbook and its CSV hold. A cell without a value is empty, never 0. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type StatisticsColumn, statisticsColumns } from '@plumbline/contract/reports/templates.blocks';
import type { Cell, SheetColumn } from '../../../../kernel/sheets.ts';
import type { WorkbookChart } from '../../../../kernel/workbook.ts';
import {
  completePercent,
  eventFacts,
  handlingSentences,
  localTimes,
  offsetText,
  partiesOf,
  type ReportContent,
  type ReportLine,
  type SummaryLine,
  summaryOf,
} from '../../blocks/blocks.api.ts';
import { releaseRows } from '../../release-parts/release-parts.api.ts';
import {
  blockWordsOf,
  fieldWord,
  levelWord,
  pointStateWord,
  type ReportWords,
  wordsOf,
} from '../../words/words.api.ts';

export interface SheetTable {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Decimals of the measured numbers of each row; null = as they are. */
  readonly decimals?: readonly (number | null)[];
  /** What the spreadsheet draws of the rows. */
  readonly charts?: readonly WorkbookChart[];
  /** Facts about the report: the first sheet. */
  readonly isCover?: boolean;
  /** Of the corporation or the project, beside the title. */
  readonly logo?: { readonly jpeg: Uint8Array; readonly words: string };
  /** Curves that the workbook draws below the table. */
  readonly drawn?: Pick<SheetTable, 'columns' | 'rows' | 'decimals' | 'charts'>;
  /** Sheets that the workbook has in its place, one for each measurement. */
  readonly byFamily?: readonly SheetTable[];
  /** Curves as they are drawn: for a workbook, and not for who reads a file of tables. */
  readonly isDrawing?: boolean;
}

/** How a number is written in a file: without what binary arithmetic adds. */
export const number = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(12)));
const timeFormat = 'yyyy-mm-dd hh:mm:ss';
const minuteFormat = 'yyyy-mm-dd hh:mm';

/** Figures of a block of statistics, and whether with their times. */
export interface ChosenColumns {
  readonly columns: readonly StatisticsColumn[];
  readonly times: boolean;
}
const allColumns: ChosenColumns = { columns: statisticsColumns, times: true };
/** Where each of them lies in a row; the second of a figure with a time is its time. */
const places: Readonly<Record<StatisticsColumn, readonly number[]>> = {
  first: [5, 6],
  last: [7, 8],
  min: [9, 10],
  max: [11, 12],
  mean: [13],
  change: [14],
  cumulative: [15],
  rate: [16],
  limit: [17],
  status: [18, 19],
  complete: [20, 21, 22, 23, 24],
};
const timed: ReadonlySet<StatisticsColumn> = new Set(['first', 'last', 'min', 'max']);
/** Structure, point, measurement, field and unit are always there. */
const always = [0, 1, 2, 3, 4];
const placesOf = ({ columns, times }: ChosenColumns): number[] => [
  ...always,
  ...statisticsColumns.flatMap((name) =>
    columns.includes(name) ? (timed.has(name) && !times ? places[name].slice(0, 1) : places[name]) : [],
  ),
];

/** The lines of the measurements, each a field of a point: the same in workbook and CSV. */
export function measurementTable(content: ReportContent, chosen: ChosenColumns = allColumns): SheetTable {
  const words = wordsOf(content.language);
  const { cell } = localTimes(content.timeZone);
  const at = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : cell(ms));
  const text = (header: string, width = 18): SheetColumn => ({ header, width });
  const time = (header: string): SheetColumn => ({ header, width: 20, format: minuteFormat });
  const measured = (header: string): SheetColumn => ({ header, width: 12, isMeasured: true });
  const columns = [
    ...[text(words.structure, 28), text(words.point, 24), text(words.family), text(words.field), text(words.unit, 8)],
    ...[measured(words.first), time(words.firstAt), measured(words.last), time(words.lastAt)],
    ...[measured(words.min), time(words.minAt), measured(words.max), time(words.maxAt), measured(words.mean)],
    ...[measured(words.change), measured(words.cumulative), measured(words.rate), measured(words.nextLimit)],
    ...[text(words.level, 12), text(words.state, 18), text(words.readings, 12), text(words.failedValues, 12)],
    ...[text(words.expected, 12), text(words.missing, 12), { header: words.completeness, width: 12, format: '0.0' }],
  ];
  const rowOf = (line: ReportLine): Cell[] => {
    const { point, field, figures, cumulative, status } = line;
    return [
      ...[
        point.structure,
        point.name,
        words.families[point.family],
        fieldWord(point.family, field.key, content.language),
      ],
      ...[field.unit, number(figures.first?.value ?? null), at(figures.first?.atMs)],
      ...[number(figures.last?.value ?? null), at(figures.last?.atMs), number(figures.min), at(figures.minAtMs)],
      ...[number(figures.max), at(figures.maxAtMs), number(figures.mean), number(figures.change), number(cumulative)],
      ...[number(figures.ratePerDay), number(line.limit?.value ?? null)],
      ...[levelWord(words, status), pointStateWord(words, status)],
      ...[figures.count, figures.failed, figures.expected, figures.missing],
      completePercent(figures),
    ];
  };
  const columnPlaces = placesOf(chosen);
  const pick = <T>(row: readonly T[]): T[] => columnPlaces.map((place) => elementAt(row, place));
  return {
    name: words.measurements,
    columns: pick(columns),
    rows: content.lines.map((line) => pick(rowOf(line))),
    decimals: content.lines.map(({ field }) => field.precision),
  };
}

export function aboutTable(content: ReportContent, words: ReportWords): SheetTable {
  const { text } = localTimes(content.timeZone);
  return {
    name: words.about,
    isCover: true,
    // A cover of people has its own.
    ...(content.cover?.logo &&
      !content.excelCover && { logo: { jpeg: content.cover.logo, words: content.corporation } }),
    columns: [
      { header: words.fact, width: 24 },
      { header: content.cover?.title || words.titles[content.type], width: 80 },
    ],
    rows: [
      [words.project, content.project],
      [words.corporation, content.corporation],
      ...partiesOf(content.cover, words),
      ...eventFacts(content, words),
      [words.period, `${content.firstDay} - ${content.lastDay}`],
      [words.zone, `${content.timeZone} (${offsetText(content.timeZone, content.fromMs)})`],
      [words.madeAt, text(content.madeAtMs)],
      [words.madeBy, content.madeBy],
      ...(content.madeAtMs < content.toMs ? [[words.note, words.unfinished(text(content.madeAtMs))]] : []),
      ...releaseRows(content, text),
      ...handlingSentences(content, words).map((sentence) => [words.alerts, sentence]),
      ...leftOut(content, words),
      ...words.method(content.timeZone).map((sentence) => [words.note, sentence]),
    ],
  };
}

/** What the tables hold only a part of, and how much of it. */
function leftOut({ alerts, alertTotal, extras, template, language }: ReportContent, words: ReportWords): string[][] {
  const blockWords = blockWordsOf(language);
  const { readings, readingsLeft, inspections } = extras;
  const listed = readings.reduce((sum, { times }) => sum + times.length, 0);
  return [
    ...(alertTotal > alerts.length && template.blocks.some(({ kind }) => kind === 'alerts')
      ? [[words.alerts, words.alertsMore(alerts.length, alertTotal)]]
      : []),
    ...(readingsLeft > 0 ? [[blockWords.readings, blockWords.more(listed, listed + readingsLeft)]] : []),
    ...(inspections.total > inspections.rounds.length
      ? [[blockWords.inspections, blockWords.more(inspections.rounds.length, inspections.total)]]
      : []),
  ];
}

export function summaryTable({ lines }: ReportContent, words: ReportWords): SheetTable {
  const { lines: summary, all } = summaryOf(lines);
  const counts = ({ status }: Pick<SummaryLine, 'status'>): Cell[] => [
    status.points,
    ...status.levels,
    status.withoutLimits,
    status.failed,
    status.stale,
    status.neverRead,
  ];
  return {
    name: words.summary,
    columns: [
      { header: words.structure, width: 28 },
      { header: words.family, width: 20 },
      ...[words.points, ...words.levels, words.withoutLimits, words.failed, words.stale, words.noReading].map(
        (header) => ({ header, width: 12 }),
      ),
    ],
    rows: [
      ...summary.map((each) => [each.structure, words.families[each.family], ...counts(each)]),
      [words.all, null, ...counts({ status: all })],
    ],
  };
}

export function alertTable({ alerts, timeZone, language }: ReportContent, words: ReportWords): SheetTable {
  const { cell } = localTimes(timeZone);
  const at = (iso: string | null) => (iso === null ? null : cell(Date.parse(iso)));
  const time = (header: string): SheetColumn => ({ header, width: 20, format: timeFormat });
  const text = (header: string, width = 16): SheetColumn => ({ header, width });
  return {
    name: words.alerts,
    columns: [
      ...[time(words.measuredAt), text(words.structure, 24), text(words.point, 24), text(words.family)],
      ...[text(words.field), text(words.level), text(words.reached, 20)],
      ...[words.value, words.threshold].map((header) => ({ header, width: 16, isMeasured: true })),
      ...[text(words.unit, 8), time(words.releasedAt), text(words.handling), text(words.handledBy)],
      ...[time(words.handledAt), text(words.reason, 40), text(words.note, 40)],
    ],
    decimals: alerts.map(({ precision }) => precision),
    rows: alerts.map((alert) => [
      ...[at(alert.readingAt), alert.structureName, alert.pointName, words.families[alert.family]],
      ...[fieldWord(alert.family, alert.field, language), words.levels[alert.level] ?? null],
      ...[words.measures[alert.measure], alert.value, alert.threshold, alert.unit, at(alert.releasedAt)],
      ...[words.alertStatuses[alert.status], alert.settledBy, at(alert.settledAt)],
      ...[alert.reason === '' ? null : alert.reason, alert.revised === 'noLonger' ? words.provedWrong : null],
    ]),
  };
}

export function deviceTable({ devices, timeZone }: ReportContent, words: ReportWords): SheetTable {
  const { cell } = localTimes(timeZone);
  const at = (date: Date | null) => (date === null ? null : cell(date.getTime()));
  const time = (header: string): SheetColumn => ({ header, width: 20, format: timeFormat });
  return {
    name: words.devices,
    columns: [
      { header: words.device, width: 24 },
      { header: words.sncode, width: 20 },
      { header: words.health, width: 16 },
      time(words.since),
      time(words.lastSeenAt),
      { header: words.voltage, width: 12, format: '0.00' },
      { header: words.worsened, width: 16 },
    ],
    rows: devices.map((each) => [
      ...[each.name, each.sncode, words.healths[each.status], at(each.since), at(each.lastSeenAt)],
      ...[number(each.voltage), each.worsened],
    ]),
  };
}
