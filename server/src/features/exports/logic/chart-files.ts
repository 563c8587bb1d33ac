/**
 * Pictures of the curves of points over a span, drawn by the code that draws reports, and a list of them. A point without a good
 * value in the span has no picture: the list says so.
 */
import { elementAt } from '@plumbline/contract/elements';
import { fieldsOf } from '@plumbline/contract/families';
import { staleAfterMs } from '@plumbline/contract/status';
import { chartSvg } from '@plumbline/science/display/chart-svg';
import { paperCurve } from '@plumbline/science/display/paper-curve';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { drawPng } from '../../../kernel/draw.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { type NamedPoint, namedPoints, placedPoints } from '../../points/points.api.ts';
import { shownPoints } from '../../readings/readings.effective.api.ts';
import { wideView } from '../../readings/readings.wide.api.ts';
import { fieldWord, wordsOf } from '../../report-words/report-words.api.ts';
import type { Basis, FilesContent } from './record-content.ts';
import { recordWordsOf } from './record-words.ts';

const dayMs = 86_400_000;
const widthPx = 800;
/** Records of one point that are read one by one at most. */
const recordsLimit = 200_000;

export async function chartFiles(basis: Basis): Promise<{ rows: number; content: FilesContent }> {
  const { db, request, project } = basis;
  const placed = await placedPoints(db, { projectId: project.id, structureId: request.structureId ?? null });
  const within = new Set(placed.map(({ id }) => id));
  const points = (await namedPoints(db, project.id, 'all')).filter(
    // A master has no readings of its own, and a camera has no numbers.
    ({ id, type, family }) => within.has(id) && type !== 3 && family !== 'camera',
  );
  return { rows: points.length, content: { files: () => drawnFiles(basis, points) } };
}

async function* drawnFiles(
  basis: Basis,
  points: readonly NamedPoint[],
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const { language } = basis.request;
  const [words, word] = [wordsOf(language), recordWordsOf(language)];
  let list = `\uFEFF${csvLine([words.structure, words.point, words.family, words.field, words.unit, words.readings, word('file')])}`;
  for (const [i, point] of points.entries()) {
    const { key, unit } = elementAt(fieldsOf(point.family, point.nodeCount), point.mainIndex);
    const field = fieldWord(point.family, key, language);
    const { count, svg } = await drawnCurve(basis, point, { key, unit, field });
    const name = svg === null ? null : `${String(i + 1).padStart(3, '0')} ${fileName(point)}.png`;
    list += csvLine([point.structure, point.name, words.families[point.family], field, unit, count, name]);
    if (svg !== null && name !== null) yield { name, bytes: await drawPng(svg) };
  }
  yield { name: 'index.csv', bytes: Buffer.from(list) };
}

/** Letters that every system takes in the name of a file. */
const fileName = ({ structure, name }: NamedPoint): string =>
  `${structure} ${name}`.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').slice(0, 100);

/** The curve of the main field without what failed; null where nothing of it is there. */
async function drawnCurve(
  { db, now, request, project }: Basis,
  { id, name, mainIndex }: NamedPoint,
  { key, unit, field }: { readonly key: string; readonly unit: string; readonly field: string },
): Promise<{ count: number; svg: string | null }> {
  const toMs = request.to === undefined ? now.getTime() : Date.parse(request.to);
  const fromMs = request.from === undefined ? toMs - 30 * dayMs : Date.parse(request.from);
  const [point] = await shownPoints(db, [id], false);
  const shown = point?.fields.find((each) => each.key === key) ?? point?.fields[mainIndex];
  if (!point || !shown) return { count: 0, svg: null };
  const view = { quantity: 'value', quality: 'good' } as const;
  const query = { point, fields: [shown] };
  const { drawn, cut } = await wideView(sqlOver(db), query, view, fromMs, toMs, widthPx, recordsLimit);
  const curve = drawn[0];
  // A curve that ends early would look like a point that fell silent.
  if (!curve || cut || curve.total === 0) return { count: curve?.total ?? 0, svg: null };
  const paper = paperCurve(`${name}, ${field}`, curve.times, curve.values, {
    spanMs: toMs - fromMs,
    silentMs: staleAfterMs(point.facts.intervalSeconds),
  });
  const frame = { fromMs, toMs, timeZone: project.timeZone };
  return { count: curve.total, svg: dense(chartSvg({ curves: [paper], field: { unit } }, frame)) };
}

/** Twice as dense as it is on paper. */
function dense(svg: string): string {
  const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
  return svg.replace(`width="${width}" height="${height}"`, `width="${2 * width}" height="${2 * height}"`);
}
