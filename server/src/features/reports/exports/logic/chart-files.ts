/**
 * Pictures of a view of points over a span, drawn by the code that draws reports, and a list of them. A point that has nothing
 * to show in the span has no picture: the list says why.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { chartViews, type RecordsRequest } from '@plumbline/contract/reports/exports.records';
import { ViewOptions } from '@plumbline/contract/reports/templates.views';
import { views } from '@plumbline/contract/views/views';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { drawPng } from '../../../../kernel/draw.ts';
import { type NamedPoint, namedPoints, placedPoints } from '../../../points/points/points.api.ts';
import { drawnPoints, figuresOfView, type ViewFigure, viewWordsOf } from '../../paper-views/paper-views.api.ts';
import { wordsOf } from '../../words/words.api.ts';
import type { Basis, FilesContent } from './record-content.ts';
import { recordWordsOf } from './record-words.ts';

type Picture = NonNullable<RecordsRequest['picture']>;

/** What was asked for; of files that were asked for before there was a choice, the curve over time. */
const optionsOf = ({ chart }: RecordsRequest): ViewOptions => ViewOptions.parse(chart ?? { view: chartViews[0] });

export async function chartFiles(basis: Basis): Promise<{ rows: number; content: FilesContent }> {
  const { db, request, project } = basis;
  const options = optionsOf(request);
  const placed = await placedPoints(db, { projectId: project.id, structureId: request.structureId ?? null });
  const within = new Set(placed.map(({ id }) => id));
  const points = (await namedPoints(db, project.id, 'all')).filter(
    // A camera has no numbers.
    (point) => within.has(point.id) && point.family !== 'camera' && views[options.view].isOffered(point),
  );
  const drawn = await drawnPoints(db, options.view, points);
  return { rows: drawn.length, content: { files: () => drawnFiles(basis, drawn, options) } };
}

async function* drawnFiles(
  basis: Basis,
  points: readonly NamedPoint[],
  options: ViewOptions,
): AsyncGenerator<{ name: string; bytes: Uint8Array; isFirst: boolean }> {
  const { language, picture = 'png' } = basis.request;
  const [words, word, viewWords] = [wordsOf(language), recordWordsOf(language), viewWordsOf(language)];
  let list = `\uFEFF${csvLine([words.structure, words.point, words.family, word('charts'), words.readings, word('file')])}`;
  for (const [i, point] of points.entries()) {
    const { state, figures } = await shownOf(basis, point, options);
    const about = [point.structure, point.name, words.families[point.family]];
    if (state !== 'shown') list += csvLine([...about, viewWords.states[state], 0, null]);
    let isFirst = true;
    for (const [k, figure] of figures.entries()) {
      const drawn = await pictureOf(figure, picture);
      const part = figures.length > 1 ? ` ${k + 1}` : '';
      const name = drawn && `${String(i + 1).padStart(3, '0')} ${fileName(point)}${part}.${drawn.ending}`;
      list += csvLine([...about, figure.title, figure.table?.total ?? null, name]);
      if (drawn && name) yield { name, bytes: drawn.bytes, isFirst };
      if (drawn) isFirst = false;
    }
  }
  yield { name: 'index.csv', bytes: Buffer.from(list), isFirst: false };
}

function shownOf({ db, pool, now, request, project }: Basis, point: NamedPoint, options: ViewOptions) {
  const toMs = request.to === undefined ? now.getTime() : Date.parse(request.to);
  const fromMs = request.from === undefined ? toMs - 30 * dayMs : Date.parse(request.from);
  return figuresOfView(
    { db, now: () => now, services: { pool } },
    {
      point,
      options,
      fromMs,
      toMs,
      timeZone: project.timeZone,
      language: request.language,
      // The limits of a point are for who may see its settings, and a file is for all who may read its data.
      hasLimits: false,
      pictureOf: async () => null,
    },
  );
}

/** null = there are only its numbers. */
async function pictureOf(
  { svg }: ViewFigure,
  picture: Picture,
): Promise<{ readonly bytes: Uint8Array; readonly ending: string } | null> {
  if (svg === null) return null;
  return { bytes: picture === 'svg' ? Buffer.from(svg) : await drawPng(dense(svg)), ending: picture };
}

/** Letters that every system takes in the name of a file. */
const fileName = ({ structure, name }: NamedPoint): string =>
  `${structure} ${name}`.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').slice(0, 100);

/** Twice as dense as it is on paper. */
function dense(svg: string): string {
  const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
  return svg.replace(`width="${width}" height="${height}"`, `width="${2 * width}" height="${2 * height}"`);
}
