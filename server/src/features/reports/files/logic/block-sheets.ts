/**
 * The sheets of a workbook by the blocks of a template, in their order: those that are tables, with typed cells, narrowed as
 * on paper. Texts, pictures and curves have none.
 */
import type { BlockKind, BlockOf, Narrowing, ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import type { Cell, SheetColumn } from '../../../../kernel/sheets.ts';
import { figuresFor, isWithin, localTimes, type ReportContent, textWriter } from '../../blocks/blocks.api.ts';
import { blockWordsOf, wordsOf } from '../../words/words.api.ts';
import { measurementSheets } from './family-sheets.ts';
import { curveTable, masterTable, profileTable, viewTables } from './shape-sheets.ts';
import { aboutTable, alertTable, deviceTable, number, type SheetTable, summaryTable } from './sheet-rows.ts';

type SheetWriter<K extends BlockKind> = (block: BlockOf<K>, content: ReportContent) => SheetTable[];

const text = (header: string, width = 22): SheetColumn => ({ header, width });
const figure = (header: string, format?: string): SheetColumn => ({ header, width: 14, ...(format && { format }) });
const measured = (header: string): SheetColumn => ({ header, width: 14, isMeasured: true });
const time = (header: string): SheetColumn => ({ header, width: 20, format: 'yyyy-mm-dd hh:mm:ss' });
const noTables = (): SheetTable[] => [];
/** A workbook has a million rows; one that holds more opens slowly. */
const readingsOfSheet = 100_000;

/** What is left of a report where a block is narrowed. */
const narrowed = (only: Narrowing, content: ReportContent): ReportContent => ({
  ...content,
  lines: content.lines.filter(({ point }) => isWithin(only, point, content.structuresOf)),
});

const sheets: { readonly [K in BlockKind]: SheetWriter<K> } = {
  cover: noTables,
  contents: noTables,
  text: noTables,
  charts: ({ only, perChart }, content) => [curveTable(narrowed(only, content).lines, perChart, content)],
  profiles: ({ only }, content) => [profileTable(only, content)],
  masters: ({ only }, content) => [masterTable(only, content)],
  views: viewTables,
  drawings: noTables,
  conclusions: noTables,
  photos: noTables,
  method: noTables,
  summary: ({ only }, content) => [summaryTable(narrowed(only, content), wordsOf(content.language))],
  statistics: ({ only, columns, times, curves }, content) => [
    measurementSheets(narrowed(only, content), { columns, times }, curves),
  ],
  alerts({ only, fromLevel }, content) {
    const isAll = Object.values(only).every((list) => list.length === 0);
    const alerts = content.alerts.filter(
      ({ level, pointId, family }) =>
        level >= fromLevel && (isAll || isWithin(only, { id: pointId, family }, content.structuresOf)),
    );
    return [alertTable({ ...content, alerts }, wordsOf(content.language))];
  },
  plugin(block, content) {
    const figures = figuresFor(block, content);
    const table = figures?.result?.table;
    if (!table) return [];
    const columns = table.columns.map(({ title }) => text(title));
    return [{ name: figures.title ?? block.part, columns, rows: table.rows }];
  },
  devices: (_, content) => [deviceTable(content, wordsOf(content.language))],
  comparison({ only }, content) {
    const [words, blockWords] = [wordsOf(content.language), blockWordsOf(content.language)];
    const earlier = new Map(content.extras.before?.lines.map((line) => [line.point.id, line]));
    const lines = narrowed(only, content).lines.filter(({ isMain }) => isMain);
    const rows = lines.map(({ point, field, figures }): Cell[] => {
      const was = earlier.get(point.id)?.figures;
      const [before, now] = [was?.last?.value ?? null, figures.last?.value ?? null];
      return [
        ...[point.structure, point.name, field.unit, number(before), number(now)],
        ...[
          number(before === null || now === null ? null : now - before),
          number(was?.max ?? null),
          number(figures.max),
        ],
      ];
    });
    const columns = [
      ...[
        text(words.structure),
        text(words.point),
        text(words.unit, 8),
        measured(blockWords.lastBefore),
        measured(blockWords.lastNow),
      ],
      ...[measured(blockWords.difference), measured(blockWords.maxBefore), measured(blockWords.maxNow)],
    ];
    return [{ name: blockWords.comparison, columns, rows, decimals: lines.map(({ field }) => field.precision) }];
  },
  works(_, content) {
    const blockWords = blockWordsOf(content.language);
    const { cell } = localTimes(content.timeZone);
    const at = (iso: string | null) => (iso === null ? null : cell(Date.parse(iso)));
    return [
      {
        name: blockWords.works,
        columns: [
          time(blockWords.from),
          time(blockWords.until),
          text(blockWords.kind),
          text(blockWords.description, 60),
          figure(blockWords.elevation, '0.00'),
        ],
        rows: content.extras.works.map(({ startAt, endAt, kind, text: words, elevationM }) => [
          ...[at(startAt), at(endAt), blockWords.workKinds[kind] ?? null, words, elevationM],
        ]),
      },
    ];
  },
  inspections(_, content) {
    const blockWords = blockWordsOf(content.language);
    const { cell } = localTimes(content.timeZone);
    return [
      {
        name: blockWords.inspections,
        columns: [
          ...[text(blockWords.plan), text(blockWords.where), time(blockWords.finished), text(blockWords.finishedBy)],
          ...[figure(blockWords.faults), figure(blockWords.outOfLimits)],
        ],
        rows: content.extras.inspections.rounds.map((round) => [
          ...[round.plan, round.where, round.finishedAt === null ? null : cell(Date.parse(round.finishedAt))],
          ...[round.finishedBy, round.faults, round.outOfLimits],
        ]),
      },
    ];
  },
  weather({ only }, content) {
    const [words, blockWords] = [wordsOf(content.language), blockWordsOf(content.language)];
    const rows = content.extras.weather
      .filter(({ point }) => isWithin(only, point, content.structuresOf))
      .flatMap(({ point, measures, days }) =>
        [...days].map(([day, { sum, min, max }]): Cell[] =>
          measures === 'rain'
            ? [point.name, day, number(sum), null, null]
            : [point.name, day, null, number(min), number(max)],
        ),
      );
    const columns = [
      text(words.point),
      text(blockWords.day, 12),
      figure(blockWords.rain, '0.0'),
      figure(blockWords.coldest, '0.0'),
      figure(blockWords.warmest, '0.0'),
    ];
    return [{ name: blockWords.weather, columns, rows }];
  },
  readings({ only }, content) {
    const [words, blockWords] = [wordsOf(content.language), blockWordsOf(content.language)];
    const { cell } = localTimes(content.timeZone);
    const readings = content.extras.readings.filter(({ point }) => isWithin(only, point, content.structuresOf));
    const decimals = readings.flatMap(({ field, times }) => Array.from(times, () => field.precision));
    const rows = readings
      .flatMap(({ point, field, times, values }) =>
        Array.from(times, (at, i): Cell[] => {
          const value = values[i] ?? Number.NaN;
          return [point.structure, point.name, cell(at), Number.isNaN(value) ? null : number(value), field.unit];
        }),
      )
      .slice(0, readingsOfSheet);
    const columns = [
      text(words.structure),
      text(words.point),
      time(words.measuredAt),
      measured(words.value),
      text(words.unit, 8),
    ];
    return [{ name: blockWords.readings, columns, rows, decimals }];
  },
};

/** The longest name of a sheet. */
const nameLength = 31;

/** Each by the heading of its block, where that has one; two of the same name, or of one of `coverNames`, are numbered. */
export const sheetsOfBlocks = (content: ReportContent, coverNames: readonly string[] = []): SheetTable[] =>
  numbered([aboutTable(content, wordsOf(content.language)), ...titled(content).flatMap(sheetsOf)], coverNames);

/** The same without the facts about the report: for a file of tables alone. */
export const tablesOfBlocks = (content: ReportContent): SheetTable[] =>
  numbered(titled(content).filter(({ isDrawing }) => !isDrawing));

/** The sheets of a table: those of its families where it has several, else itself with the look of that one. */
function sheetsOf({ byFamily = [], ...table }: SheetTable & { readonly hasTitle: boolean }): SheetTable[] {
  const [only, another] = byFamily;
  if (!only) return [table];
  return another || !table.hasTitle ? [...byFamily] : [{ ...only, name: table.name }];
}

function titled(content: ReportContent) {
  const { write } = textWriter(content);
  return content.template.blocks.flatMap((block: ReportBlock) =>
    (sheets[block.kind] as SheetWriter<BlockKind>)(block as never, content).map((table, i) => {
      // The heading of the block is that of its first table.
      const title = i === 0 ? write(block.title).trim() : '';
      return { ...table, name: title || table.name, hasTitle: title !== '' };
    }),
  );
}

function numbered(tables: readonly SheetTable[], coverNames: readonly string[] = []): SheetTable[] {
  const used = new Map(coverNames.map((name) => [name.toLowerCase(), 1]));
  return tables.map((table) => {
    const name = table.name.slice(0, nameLength);
    const count = (used.get(name.toLowerCase()) ?? 0) + 1;
    used.set(name.toLowerCase(), count);
    const ending = ` (${count})`;
    return count === 1 ? { ...table, name } : { ...table, name: name.slice(0, nameLength - ending.length) + ending };
  });
}
