/** Blocks of views of the catalogue: their drawings, their numbers, and in words what could not be shown. */

import type { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import { pictureLimits } from '@plumbline/contract/reports/templates.views';
import type { ViewName } from '@plumbline/contract/views/views';
import { shortened } from '@plumbline/science/display/chart-svg';
import { plainNumber } from '@plumbline/science/display/number';
import type { PaperCell, PaperPart } from '../../paper/paper.api.ts';
import {
  type FigureTable,
  type PointFigures,
  type ViewFigure,
  viewTitle,
  viewWordsOf,
} from '../../paper-views/paper-views.drawn.api.ts';
import { type BlockContext, type BlockWriter, heading, note, quietHeading, titleOf } from './block-parts.ts';
import { cell, column, paperName } from './paper-tables.ts';

const chartTitle = 60;
/** Points that are named with one reason; how many there are is said. */
const maxNames = 12;
/** A table that is set across has no more columns than can be read. */
const maxAcross = 9;

export const figuresOf = (block: ReportBlock, { content }: Pick<BlockContext, 'content'>) =>
  content.extras.views?.get(content.template.blocks.indexOf(block)) ?? { points: [], total: 0 };

export const views: BlockWriter<'views'> = (block, context) => {
  const { points, total } = figuresOf(block, context);
  const words = viewWordsOf(context.content.language);
  const drawnPoints = points.filter(({ state }) => state === 'shown');
  const drawn = drawnPoints.flatMap(({ figures }) => figures);
  // Drawings stand beside each other; with its numbers each is for itself.
  const together = block.numbers ? [] : drawn.filter(({ svg }) => svg !== null);
  const apart = block.numbers ? drawn : drawn.filter(({ svg }) => svg === null);
  return [
    heading(titleOf(block, viewTitle(block, words), context)),
    ...(points.length === 0 ? [note(words.noPoints, false)] : []),
    ...(points.length < total ? [note(words.more(points.length, total), false)] : []),
    ...stateNotes(points, block.view, context),
    ...chartParts(together, block.columns),
    ...apart.flatMap((figure) => figureParts(figure, block.columns, context)),
  ];
};

/** Where it was not shown: which points, and why; those of one reason together. */
function stateNotes(points: readonly PointFigures[], view: ViewName, { content, own }: BlockContext): PaperPart[] {
  const words = viewWordsOf(content.language);
  const groups = Map.groupBy(points, ({ state }) => state);
  return [...groups].flatMap(([state, group]) => {
    if (state === 'shown') return [];
    const reason = state === 'noData' && view === 'image-list' ? words.noPhotos : words.states[state];
    const names = group
      .slice(0, maxNames)
      .map(({ name, structure }) => paperName([structure, name].filter((each) => each !== '').join(': ')));
    const ending = group.length > maxNames ? `${own.comma}… ${words.more(maxNames, group.length)}` : '';
    return [note(`${reason} (${names.join(own.comma)}${ending})`, false)];
  });
}

function chartParts(figures: readonly ViewFigure[], columns: number): PaperPart[] {
  const charts = figures.flatMap(({ title, svg }) =>
    svg === null ? [] : [{ title: shortened(title, chartTitle), svg }],
  );
  const notes = figures.flatMap(({ title, notes: all }) =>
    all.map((words) => note(`${shortened(title, chartTitle)}: ${words}`)),
  );
  return charts.length === 0 ? [] : [{ part: 'charts', columns, charts }, ...notes];
}

function figureParts(figure: ViewFigure, across: number, context: BlockContext): PaperPart[] {
  const { title, svg, photo, table, notes } = figure;
  const picture = photo && context.addPicture(photo, 'jpg');
  return [
    ...(svg === null
      ? []
      : [{ part: 'charts' as const, columns: across, charts: [{ title: shortened(title, chartTitle), svg }] }]),
    ...(picture === undefined
      ? []
      : [
          {
            part: 'pictures' as const,
            columns: 2,
            pictures: [{ picture, title: paperName(title), small: notes.join(' ') }],
          },
        ]),
    ...(svg === null && picture === undefined && table !== null ? [quietHeading(paperName(title))] : []),
    ...(picture === undefined ? notes.map((words) => note(words)) : []),
    ...(table === null || picture !== undefined ? [] : tableParts(table, context)),
  ];
}

type Cells = readonly (readonly PaperCell[])[];

function tableParts(table: FigureTable, context: BlockContext): PaperPart[] {
  const { columns, rows } = table.isPivot ? pivoted(table, context) : plain(table, context);
  const listed = rows.slice(0, pictureLimits.paperRows);
  const total = table.isPivot ? rows.length : table.total;
  const words = viewWordsOf(context.content.language);
  return [
    { part: 'table', table: { size: 7.5, columns, rows: listed } },
    ...(listed.length < total ? [note(words.more(listed.length, total), false)] : []),
  ];
}

function plain({ columns, rows }: FigureTable, { tables }: BlockContext) {
  const cellOf = (value: string | number | null, i: number): PaperCell => {
    const of = columns[i];
    if (value === null) return cell('');
    if (typeof value === 'string') return cell(paperName(value));
    return cell(of?.kind === 'time' ? tables.times.text(value) : plainNumber(value, of?.precision ?? 3));
  };
  return {
    columns: columns.map(({ title, kind }) => column(title, kind === 'number' ? 1.2 : 1.8, kind === 'number')),
    rows: rows.map((row) => row.map(cellOf)) as Cells,
  };
}

/** The first column across, a row for each of the second: dates beside each other. More dates than fit are one below the other. */
function pivoted(table: FigureTable, context: BlockContext) {
  const across = [...new Set(table.rows.map(([first]) => first))];
  if (across.length > maxAcross) return plain(table, context);
  const down = [...new Set(table.rows.map(([, second]) => second))];
  const values = new Map(table.rows.map(([first, second, value]) => [`${first} ${second}`, value ?? null]));
  const [, place, value] = table.columns;
  const { times } = context.tables;
  const numberOf = (each: string | number | null, precision = 3) =>
    cell(typeof each === 'number' ? plainNumber(each, precision) : (each ?? ''));
  return {
    columns: [
      column(place?.title ?? '', 1.6, place?.kind === 'number'),
      ...across.map((each) => column(typeof each === 'number' ? times.text(each) : String(each), 1.4, true)),
    ],
    rows: down.map((each) => [
      numberOf(each ?? null, place?.precision),
      ...across.map((first) => numberOf(values.get(`${first} ${each}`) ?? null, value?.precision)),
    ]) as Cells,
  };
}

/** Every drawing of the blocks of views, with what it is of: for documents that repeat them. */
export const viewCharts = (context: Pick<BlockContext, 'content'>) =>
  context.content.template.blocks.flatMap((block) =>
    block.kind === 'views'
      ? figuresOf(block, context).points.flatMap(({ pointId, name, structure, family, figures }) =>
          figures.flatMap(({ title, svg, photo }) =>
            svg === null && photo === undefined
              ? []
              : [
                  {
                    name: viewTitle(block, viewWordsOf(context.content.language)),
                    pointId,
                    point: name,
                    structure,
                    family,
                    title,
                    svg,
                    photo: photo ?? null,
                  },
                ],
          ),
        )
      : [],
  );
