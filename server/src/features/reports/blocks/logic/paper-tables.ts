/** The tables of a report on paper. A dash stands where there is no value. Pure. */

import type { Alert } from '@plumbline/contract/alerts/alerts';
import { levelColours } from '@plumbline/contract/kernel/constants';
import type { PointStatus, WholeStatus } from '@plumbline/contract/kernel/status';
import { type StatisticsColumn, statisticsColumns } from '@plumbline/contract/reports/templates.blocks';
import { plainNumber } from '@plumbline/science/display/number';
import type { Timed } from '@plumbline/science/series/rates';
import { unitOf } from '../../../readings/readings/readings.query.api.ts';
import type { PaperCell, PaperTable } from '../../paper/paper.api.ts';
import { fieldWord, type ReportWords, statusWord } from '../../words/words.api.ts';
import { completePercent, type ReportContent, type SummaryLine } from './content.ts';
import type { ReportLine } from './extras.ts';
import { type LocalTimes, localTimes } from './local-times.ts';

export const dash = '–';
/** Colour of statuses that are neither good nor bad. */
export const quietColour = '#9ca3af';

/** Names are of any length: what is far too long for a page is cut here and whole in the spreadsheet. */
const nameLength = 120;
const unbroken = 14;

/** A name that lines can be broken in, and that is not longer than a page bears. */
export function paperName(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.toWellFormed().replace(/\p{Cc}+/gu, ' '))].map(
    ({ segment }) => segment,
  );
  const cut = letters.length > nameLength ? [...letters.slice(0, nameLength), '…'] : letters;
  return cut.join('').replace(new RegExp(`[\\x21-\\x7e]{${unbroken}}(?=[\\x21-\\x7e])`, 'g'), '$&\u200b');
}

export const column = (title: string, width: number, right = false) => ({ title, width, right });
/** A row that says what those below it are of. */
export const groupRow = (text: string, columns: number): PaperCell[] => [{ text, span: columns }];
export const cell = (text: string): PaperCell => ({ text: text === '' ? dash : text });

export interface PaperContext {
  readonly words: ReportWords;
  readonly times: LocalTimes;
  readonly language: ReportContent['language'];
  /** Values bear the time when they were measured. */
  readonly hasTimes: boolean;
  /** A time of the period with what of it is not the same for the whole period. */
  readonly shortTime: (text: string) => string;
}
export const paperContext = (
  { timeZone, language, firstDay, lastDay }: ReportContent,
  words: ReportWords,
): PaperContext => ({
  words,
  times: localTimes(timeZone),
  language,
  hasTimes: true,
  shortTime: (text) =>
    text.startsWith(firstDay) && firstDay === lastDay
      ? text.slice(firstDay.length + 1)
      : firstDay.slice(0, 4) === lastDay.slice(0, 4) && text.startsWith(firstDay.slice(0, 4))
        ? text.slice(5)
        : text,
});

type Figure = (line: ReportLine, context: PaperContext) => PaperCell;
interface StatisticsWriter {
  readonly title: (words: ReportWords) => string;
  readonly width: number;
  /** Its title bears the unit, where all lines have the same. */
  readonly hasUnit: boolean;
  readonly isNumber: boolean;
  readonly cell: Figure;
}
const numberOf = (value: number | null, { field }: ReportLine): string =>
  value === null ? '' : plainNumber(value, field.precision);
const timed = (
  value: number | null,
  atMs: number | null,
  line: ReportLine,
  { times, hasTimes, shortTime }: PaperContext,
): PaperCell =>
  value === null || atMs === null
    ? cell('')
    : { text: numberOf(value, line), ...(hasTimes && { small: shortTime(times.text(atMs)) }) };
const ends = (of: Timed | null, line: ReportLine, context: PaperContext) =>
  timed(of?.value ?? null, of?.atMs ?? null, line, context);
const measured = { width: 1.7, hasUnit: true, isNumber: true } as const;
const derived = { hasUnit: false, isNumber: true } as const;

/** The columns of statistics, in the order in which they are printed. */
const statistics = {
  first: { ...measured, title: ({ first }) => first, cell: (line, of) => ends(line.figures.first, line, of) },
  last: { ...measured, title: ({ last }) => last, cell: (line, of) => ends(line.figures.last, line, of) },
  min: {
    ...measured,
    title: ({ min }) => min,
    cell: (line, of) => timed(line.figures.min, line.figures.minAtMs, line, of),
  },
  max: {
    ...measured,
    title: ({ max }) => max,
    cell: (line, of) => timed(line.figures.max, line.figures.maxAtMs, line, of),
  },
  mean: { ...measured, title: ({ mean }) => mean, cell: (line) => cell(numberOf(line.figures.mean, line)) },
  change: {
    ...derived,
    width: 1.3,
    title: ({ change }) => change,
    cell: (line) => cell(numberOf(line.figures.change, line)),
  },
  cumulative: {
    ...derived,
    width: 1.4,
    title: ({ cumulative }) => cumulative,
    // A volume is no flow: its unit is not that of the other columns.
    cell: (line) => ({
      ...cell(numberOf(line.cumulative, line)),
      ...(line.field.summed === 'flow' && line.cumulative !== null && { small: unitOf(line.field, 'cumulative') }),
    }),
  },
  rate: {
    ...derived,
    width: 1.4,
    title: ({ rate }) => rate,
    cell: (line) => cell(numberOf(line.figures.ratePerDay, line)),
  },
  limit: {
    ...derived,
    width: 1.4,
    title: ({ nextLimit }) => nextLimit,
    cell: (line, { words }) =>
      cell(line.limit ? `${numberOf(line.limit.value, line)}\u00a0${words.levels[line.limit.level] ?? ''}` : ''),
  },
  status: {
    width: 2,
    hasUnit: false,
    isNumber: false,
    title: ({ status }) => status,
    cell: ({ isMain, status }, { words }) => (isMain ? statusCell(words, status) : cell('')),
  },
  complete: {
    ...derived,
    width: 1.2,
    title: ({ complete }) => complete,
    cell: ({ figures }) => {
      const percent = completePercent(figures);
      return {
        text: percent === null ? dash : `${percent} %`,
        small: String(figures.count),
      };
    },
  },
} as const satisfies Readonly<Record<StatisticsColumn, StatisticsWriter>>;

/** The points of a family, those of a structure below its name. Columns of wide tables bear the number and, below it, its time. */
export function measurementPaper(
  lines: readonly ReportLine[],
  chosen: readonly StatisticsColumn[],
  context: PaperContext,
): PaperTable {
  const { words, language } = context;
  const hasOthers = lines.some(({ isMain }) => !isMain);
  const [first] = lines;
  const unit = !hasOthers && first && first.field.unit !== '' ? `, ${first.field.unit}` : '';
  const writers: StatisticsWriter[] = statisticsColumns
    .filter((name) => chosen.includes(name))
    .map((name) => statistics[name]);
  const columns = [
    column(words.point, 2.6),
    ...writers.map(({ title, width, hasUnit, isNumber }) =>
      column(title(words) + (hasUnit ? unit : ''), width, isNumber),
    ),
  ];
  const rowOf = (line: ReportLine): PaperCell[] => {
    const { point, field } = line;
    const about = `${fieldWord(point.family, field.key, language)}${field.unit === '' ? '' : `, ${field.unit}`}`;
    return [
      { text: paperName(point.name), ...(hasOthers && { small: about }) },
      ...writers.map(({ cell: write }) => write(line, context)),
    ];
  };
  return {
    size: 7.5,
    columns,
    rows: [...Map.groupBy(lines, ({ point }) => point.structure)].flatMap(([structure, group]) => [
      groupRow(paperName(structure), columns.length),
      ...group.map(rowOf),
    ]),
  };
}

/** Only a point that reports, and was compared with something, has the colour of normal. */
export function statusCell(words: ReportWords, status: PointStatus): PaperCell {
  const { state, level } = status;
  const colour = level !== null && (level > 0 || state === 'reporting') ? levelColours[level] : undefined;
  return { text: statusWord(words, status), colour: colour ?? quietColour };
}

export function summaryPaper(lines: readonly SummaryLine[], all: WholeStatus, words: ReportWords): PaperTable {
  const counts = (status: WholeStatus): PaperCell[] =>
    [status.points, ...status.levels, status.withoutLimits, status.failed, status.stale, status.neverRead].map(
      (count) => ({ text: String(count) }),
    );
  return {
    size: 7.5,
    columns: [
      column(words.structure, 2.4),
      column(words.family, 2),
      ...[words.points, ...words.levels, words.withoutLimits, words.failed, words.stale, words.noReading].map((title) =>
        column(title, 1.1, true),
      ),
    ],
    rows: [
      ...lines.map(({ structure, family, status }) => [
        { text: paperName(structure) },
        { text: words.families[family] },
        ...counts(status),
      ]),
      [{ text: words.all }, { text: '' }, ...counts(all)],
    ],
  };
}

export function alertPaper(alerts: readonly Alert[], context: PaperContext): PaperTable {
  const { words } = context;
  return {
    size: 7.5,
    columns: [
      ...[column(words.measuredAt, 1.8), column(words.point, 2.4), column(words.level, 1.3)],
      ...[column(words.reached, 1.8), column(words.value, 1.4, true), column(words.threshold, 1.4, true)],
      ...[column(words.releasedAt, 1.8), column(words.handling, 1.8), column(words.reason, 3)],
    ],
    rows: alerts.map((alert) => alertRow(alert, context)),
  };
}

function alertRow(alert: Alert, { words, times, language }: PaperContext): PaperCell[] {
  const at = (iso: string) => times.text(Date.parse(iso));
  const value = (number: number) => `${plainNumber(number, alert.precision)}\u00a0${alert.unit}`;
  const settled = [alert.settledBy, alert.settledAt === null ? null : at(alert.settledAt)].filter((each) => each);
  const colour = levelColours[alert.level];
  return [
    { text: at(alert.readingAt) },
    { text: paperName(alert.pointName), small: paperName(alert.structureName) },
    { text: words.levels[alert.level] ?? '', ...(colour && { colour }) },
    { text: fieldWord(alert.family, alert.field, language), small: words.measures[alert.measure] },
    { text: value(alert.value) },
    { text: value(alert.threshold) },
    { text: alert.releasedAt === null ? words.notReleased : at(alert.releasedAt) },
    {
      text: words.alertStatuses[alert.status],
      ...(settled.length > 0 && { small: paperName(settled.join(', ')) }),
    },
    {
      text: alert.reason === '' ? dash : paperName(alert.reason),
      ...(alert.revised === 'noLonger' && { small: words.provedWrong }),
    },
  ];
}

export function devicePaper({ devices }: ReportContent, { words, times }: PaperContext): PaperTable {
  const at = (date: Date | null, otherwise = dash) => ({
    text: date === null ? otherwise : times.text(date.getTime()),
  });
  return {
    size: 7.5,
    columns: [
      ...[column(words.device, 2.6), column(words.sncode, 2), column(words.health, 1.6), column(words.since, 1.8)],
      ...[column(words.lastSeenAt, 1.8), column(words.voltage, 1.2, true), column(words.worsened, 1.2, true)],
    ],
    rows: devices.map((device) => [
      { text: paperName(device.name) },
      { text: paperName(device.sncode) },
      { text: words.healths[device.status] },
      at(device.since),
      at(device.lastSeenAt, words.never),
      cell(device.voltage === null ? '' : plainNumber(device.voltage, 2)),
      { text: String(device.worsened) },
    ]),
  };
}
