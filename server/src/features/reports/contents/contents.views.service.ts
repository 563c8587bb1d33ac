/**
 * What blocks of views of the catalogue show, point by point. Invariant: a point that a block names is there, with what it
 * shows or why it shows nothing; what is beyond the bounds is counted.
 */
import type { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import { pictureLimits, ViewOptions } from '@plumbline/contract/reports/templates.views';
import { views } from '@plumbline/contract/views/views';
import { type NamedPoint, namedPoints } from '../../points/points/points.api.ts';
import { type BlockFigures, isWithin } from '../blocks/blocks.api.ts';
import { drawnPoints, figuresOfView, type PointFigures } from '../paper-views/paper-views.api.ts';
import { pictureFrom, sides } from './contents.records.service.ts';
import type { Candidate } from './contents.table.ts';
import type { Measuring } from './logic/measuring.ts';

type ViewsBlock = Extract<ReportBlock, { kind: 'views' }>;
interface Given {
  readonly named: readonly NamedPoint[];
  readonly masters: readonly Candidate[];
  readonly structuresOf: ReadonlyMap<number, readonly number[]>;
  readonly blocks: readonly ReportBlock[];
}

const samplePoints = 2;

/** By the place of each block among the blocks of the template. */
export async function viewsOf(
  { named, masters, structuresOf, blocks }: Given,
  measuring: Measuring,
): Promise<Map<number, BlockFigures>> {
  const figures = new Map<number, BlockFigures>();
  if (!blocks.some(({ kind }) => kind === 'views')) return figures;
  const { db, subject, step } = measuring;
  const joined = await namedPoints(
    db,
    subject.projectId,
    masters.map(({ id }) => id),
  );
  const all = [...named, ...joined];
  const bounds = { left: pictureLimits.allPoints };
  for (const [place, block] of blocks.entries()) {
    if (block.kind !== 'views') continue;
    const chosen = await chosenOf(block, all, structuresOf, measuring);
    const most = Math.min(bounds.left, subject.isSample ? samplePoints : pictureLimits.points);
    const points: PointFigures[] = [];
    for (const each of chosen.slice(0, most)) {
      points.push(typeof each === 'number' ? goneOf(each) : await shownOf(each, block, measuring));
      // May stop the work.
      await step(named.length, named.length);
    }
    bounds.left -= points.length;
    figures.set(place, { points, total: chosen.length });
  }
  return figures;
}

/** The points that a block names, in their order, or all that have its view; of what is gone its id. */
async function chosenOf(
  { only, view }: ViewsBlock,
  all: readonly NamedPoint[],
  structuresOf: Given['structuresOf'],
  { db }: Measuring,
): Promise<(NamedPoint | number)[]> {
  const within = all.filter((point) => isWithin(only, point, structuresOf));
  const isNamed = only.pointIds.length > 0;
  const fitting = isNamed ? within : within.filter((point) => views[view].isOffered(point));
  const gone = only.pointIds.filter((id) => !all.some((point) => point.id === id));
  return [...(await drawnPoints(db, view, fitting)), ...gone];
}

const goneOf = (id: number): PointFigures => ({
  pointId: id,
  name: `#${id}`,
  structure: '',
  family: null,
  state: 'gone',
  figures: [],
});

async function shownOf(point: NamedPoint, block: ViewsBlock, measuring: Measuring): Promise<PointFigures> {
  const { db, pool, now, subject } = measuring;
  return await figuresOfView(
    { db, now: () => now, services: { pool } },
    {
      point,
      options: ViewOptions.parse(block),
      // Of a period that is not over there is nothing to look for in what is to come.
      fromMs: subject.from.getTime(),
      toMs: Math.min(subject.to.getTime(), now.getTime() + 1),
      timeZone: subject.timeZone,
      language: subject.language,
      hasLimits: true,
      pictureOf: (fileId) => pictureFrom(fileId, sides.photo, measuring),
    },
  );
}
