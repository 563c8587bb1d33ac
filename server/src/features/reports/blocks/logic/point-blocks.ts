/** Blocks on what points measured: statistics, curves, conclusions, the comparison with the period before. */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, families } from '@plumbline/contract/points/families';
import { chartSvg, limitStrokes, type PaperLimit, shortened } from '@plumbline/science/display/chart-svg';
import { plainNumber } from '@plumbline/science/display/number';
import type { LimitLine } from '@plumbline/science/limits/drawn-limits';
import type { PaperPart, PaperTable } from '../../paper/paper.api.ts';
import { writtenConclusions } from '../../release-parts/release-parts.api.ts';
import { blockWordsOf, fieldWord, wordsOf } from '../../words/words.api.ts';
import {
  type BlockContext,
  type BlockWriter,
  heading,
  linesWithin,
  note,
  quietHeading,
  titleOf,
} from './block-parts.ts';
import type { PointCurve } from './content.ts';
import type { ReportLine } from './extras.ts';
import { extremesOf } from './extremes.ts';
import { cell, column, measurementPaper, paperName, quietColour, statusCell } from './paper-tables.ts';

const chartTitle = 60;
const curvesOfChart = 8;
/** Names in the phrase of a level. */
const maxNames = 40;

/** Families in the order of the catalogue, with their lines. */
function byFamily(lines: readonly ReportLine[]): (readonly [FamilyCode, ReportLine[]])[] {
  const groups = Map.groupBy(lines, ({ point }) => point.family);
  return (Object.keys(families) as FamilyCode[]).flatMap((family) => {
    const familyLines = groups.get(family);
    return familyLines ? [[family, familyLines] as const] : [];
  });
}

/** What a part says that has no lines: the project has no points, or none that it is narrowed to. */
const emptyNote = ({ content, words, own }: BlockContext): PaperPart =>
  note(content.lines.length === 0 ? words.measurementsNone : own.nothingLeft, false);

export const statistics: BlockWriter<'statistics'> = (block, context) => {
  const { words } = context;
  const lines = linesWithin(block.only, context);
  const tables = { ...context.tables, hasTimes: block.times };
  return [
    heading(titleOf(block, words.measurements, context)),
    ...(lines.length === 0 ? [emptyNote(context)] : []),
    ...byFamily(lines).flatMap(([family, familyLines]): PaperPart[] => [
      heading(words.families[family], 2),
      { part: 'table', table: measurementPaper(familyLines, block.columns, tables) },
      ...(block.extremes ? extremesOf(familyLines, context) : []),
    ]),
    // Together, so that they stand beside each other.
    ...(block.curves ? curveParts(lines, curvesOfChart, 2, context) : []),
  ];
};

export interface DrawnChart {
  readonly structure: string;
  readonly family: FamilyCode;
  readonly title: string;
  readonly svg: string;
}

/** The curves of lines, those of a structure, family and field together, as many in one chart as can be told apart. */
export const chartsOf = (
  lines: readonly ReportLine[],
  perChart: number,
  content: BlockContext['content'],
  hasLimits = true,
): DrawnChart[] => curveGroups(lines, perChart, content).map((group) => chartOf(group, content, hasLimits));

/** The curves of points that share a structure, a measurement and a field, as many in one chart as are wanted. */
export function curveGroups(
  lines: readonly ReportLine[],
  perChart: number,
  content: BlockContext['content'],
): PointCurve[][] {
  const ids = new Set(lines.map(({ point }) => point.id));
  const groups = Map.groupBy(
    content.curves.filter(({ point }) => ids.has(point.id)),
    ({ point, field }) => `${point.structure}\n${point.family}\n${field.key}`,
  );
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / perChart) }, (_, i) => group.slice(i * perChart, (i + 1) * perChart)),
  );
}

function curveParts(
  lines: readonly ReportLine[],
  perChart: number,
  columns: number,
  { content, own }: BlockContext,
): PaperPart[] {
  const charts = chartsOf(
    byFamily(lines).flatMap(([, each]) => each),
    perChart,
    content,
  );
  return charts.length === 0 ? [] : [quietHeading(own.curves), { part: 'charts', columns, charts }];
}

function chartOf(group: readonly PointCurve[], content: BlockContext['content'], hasLimits: boolean): DrawnChart {
  const { limits, areOfPoints } = hasLimits ? limitsOfChart(group, content) : { limits: [], areOfPoints: false };
  const { point, field } = elementAt(group, 0);
  const unit = field.unit === '' ? '' : `, ${field.unit}`;
  return {
    structure: point.structure,
    family: point.family,
    title: `${shortened(point.structure, chartTitle)}: ${fieldWord(point.family, field.key, content.language)}${unit}${areOfPoints ? ` (${blockWordsOf(content.language).limitsDiffer})` : ''}`,
    svg: chartSvg({ field, curves: group.map(({ curve }) => curve), limits }, content),
  };
}

/** As many names of limits as stand beside a chart. */
const maxLimits = 11;
const sorted = (limits: PointCurve['limits'] = []) =>
  limits.toSorted((a, b) => a.value - b.value).map(({ level, value }) => ({ level, value }));

/** The limits that every curve of a chart has, in the colours of their levels; where they differ, those next to each curve in its own. */
function limitsOfChart(
  group: readonly PointCurve[],
  { language }: BlockContext['content'],
): { limits: PaperLimit[]; areOfPoints: boolean } {
  const { levels } = wordsOf(language);
  const precision = group[0]?.field.precision ?? 3;
  const paperLimit = ({ level, value }: Pick<LimitLine, 'level' | 'value'>): PaperLimit => ({
    value,
    name: `${levels[level] ?? ''} ${plainNumber(value, precision)}`,
    colour: limitStrokes[level - 1] ?? quietColour,
  });
  const all = group.map(({ limits }) => sorted(limits));
  const areOfPoints = all.some((each) => JSON.stringify(each) !== JSON.stringify(all[0]));
  if (!areOfPoints) return { limits: (all[0] ?? []).map(paperLimit), areOfPoints };
  const next = group.flatMap(({ curve: { values }, limits }, curve) =>
    nextLimits(values, sorted(limits)).map(({ away, ...limit }) => ({ away, limit: { ...paperLimit(limit), curve } })),
  );
  const nearest = next.toSorted((a, b) => a.away - b.away).slice(0, maxLimits);
  return { limits: nearest.map(({ limit }) => limit), areOfPoints };
}

/** The limits that a curve crosses, and the next one on either side, each with how far away it is. */
function nextLimits(
  values: readonly (number | null)[],
  limits: readonly Pick<LimitLine, 'level' | 'value'>[],
): { level: number; value: number; away: number }[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) if (value !== null) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const away = (value: number) => Math.max(0, low - value, value - high);
  const [below, above] = [limits.findLast(({ value }) => value < low), limits.find(({ value }) => value > high)];
  return limits
    .filter((limit) => limit === below || limit === above || away(limit.value) === 0)
    .map((limit) => ({ ...limit, away: away(limit.value) }));
}

export const charts: BlockWriter<'charts'> = (block, context) => {
  const lines = linesWithin(block.only, context);
  const inOrder = byFamily(lines).flatMap(([, familyLines]) => familyLines);
  const charts = chartsOf(inOrder, block.perChart, context.content, block.limits !== false);
  return [
    heading(titleOf(block, context.own.curves, context)),
    ...(lines.length === 0 ? [emptyNote(context)] : []),
    ...(charts.length === 0 ? [] : [{ part: 'charts', columns: block.columns, charts } as const]),
  ];
};

const levelNames = ['normal', 'blue', 'yellow', 'orange', 'red'] as const;

export const conclusions: BlockWriter<'conclusions'> = (block, context) => {
  const { words, own, texts } = context;
  const main = linesWithin(block.only, context).filter(({ isMain }) => isMain);
  // A point that does not report, or was compared with nothing, is not concluded to be normal.
  const levelOf = ({ status: { state, level } }: ReportLine) =>
    level !== null && (level > 0 || state === 'reporting') ? (levelNames[level] ?? 'unknown') : 'unknown';
  const groups = Map.groupBy(main, levelOf);
  const sentences = [...levelNames.toReversed(), 'unknown' as const].flatMap((level) => {
    const group = groups.get(level) ?? [];
    if (group.length === 0) return [];
    const names = group.slice(0, maxNames).map(({ point }) => paperName(point.name));
    const more = group.length > maxNames ? ' …' : '';
    const name = level === 'unknown' ? words.failed : (words.levels[levelNames.indexOf(level)] ?? '');
    return [
      texts.write(block.phrases[level].trim() || own.phrases[level], {
        'level.name': name,
        'level.count': group.length,
        'level.points': `${names.join(own.comma)}${more}`,
      }),
    ];
  });
  return [
    heading(titleOf(block, own.conclusions, context)),
    ...writtenConclusions(context.content),
    ...(main.length === 0 ? [emptyNote(context)] : [{ part: 'list', items: sentences } as const]),
  ];
};

export const comparison: BlockWriter<'comparison'> = (block, context) => {
  const { content, words, own } = context;
  const { before } = content.extras;
  const lines = linesWithin(block.only, context).filter(({ isMain }) => isMain);
  const earlier = new Map(before?.lines.filter(({ isMain }) => isMain).map((line) => [line.point.id, line]));
  return [
    heading(titleOf(block, own.comparison, context)),
    ...(before ? [note(own.compared(before.firstDay, before.lastDay))] : []),
    ...(lines.length === 0
      ? [emptyNote(context)]
      : earlier.size === 0
        ? [note(own.comparisonNone, false)]
        : byFamily(lines).flatMap(([family, group]): PaperPart[] => [
            heading(words.families[family], 2),
            { part: 'table', table: comparedPaper(group, earlier, context) },
          ])),
  ];
};

function comparedPaper(
  lines: readonly ReportLine[],
  earlier: ReadonlyMap<number, ReportLine>,
  { own, words }: BlockContext,
): PaperTable {
  const unit = lines[0]?.field.unit ? `, ${lines[0].field.unit}` : '';
  return {
    size: 7.5,
    columns: [
      ...[column(words.point, 2.2), column(words.structure, 2.2)],
      ...[column(own.lastBefore + unit, 1.4, true), column(own.lastNow + unit, 1.4, true)],
      ...[column(own.difference, 1.3, true), column(own.maxBefore, 1.4, true), column(own.maxNow, 1.4, true)],
      ...[column(own.statusBefore, 1.8), column(own.statusNow, 1.8)],
    ],
    rows: lines.map((line) => {
      const was = earlier.get(line.point.id);
      const number = (value: number | null | undefined) =>
        cell(value === null || value === undefined ? '' : plainNumber(value, line.field.precision));
      const [before, now] = [was?.figures.last?.value ?? null, line.figures.last?.value ?? null];
      return [
        ...[cell(paperName(line.point.name)), cell(paperName(line.point.structure)), number(before), number(now)],
        ...[
          number(before === null || now === null ? null : now - before),
          number(was?.figures.max),
          number(line.figures.max),
        ],
        was ? statusCell(words, was.status) : cell(''),
        statusCell(words, line.status),
      ];
    }),
  };
}
