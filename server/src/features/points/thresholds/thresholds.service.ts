/**
 * The thresholds of points: what the judge compares their readings with.
 * Invariant: a rule that is sent again unchanged keeps its row, and with it its level.
 */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { thresholds as routes, Threshold } from '@plumbline/contract/points/thresholds';
import type { Context } from '../../../kernel/context.ts';
import { announce } from '../points/points.announce.api.ts';
import { lockPoint } from '../points/points.require.api.ts';
import { ofPoint, ofProject } from '../points/points.rules.api.ts';
import { checkThresholds, plain } from './logic/threshold-rules.ts';
import { writeThresholds } from './thresholds.api.ts';
import * as table from './thresholds.table.ts';

type Input<K extends keyof typeof routes> = OutputOf<(typeof routes)[K]['input']>;

export const thresholdChanges = ({ db }: Context, { pointId, page, pageSize }: Input<'thresholdChanges'>) =>
  table.changesOf(db, pointId, { skip: (page - 1) * pageSize, take: pageSize });

export async function thresholds({ db }: Context, { pointId }: Input<'thresholds'>) {
  return { thresholds: (await ofPoint(db, pointId)).map(({ threshold }) => threshold) };
}

export async function setThresholds(context: Context, input: Input<'setThresholds'>) {
  const { pointId } = input;
  const point = await lockPoint(context, pointId);
  const wanted = input.thresholds.map(plain);
  checkThresholds(point, wanted);
  await writeThresholds(context, new Map([[pointId, wanted]]), input.reason);
  await announce(context, point);
  const rules = await ofPoint(context.db, pointId);
  return { thresholds: rules.map(({ threshold }) => threshold) };
}

export async function projectThresholds({ db }: Context, { projectId }: Input<'projectThresholds'>) {
  const byPoint = new Map<number, Threshold[]>();
  for (const { pointId, threshold } of await ofProject(db, projectId))
    byPoint.set(pointId, [...(byPoint.get(pointId) ?? []), threshold]);
  return { points: [...byPoint].map(([pointId, thresholds]) => ({ pointId, thresholds })) };
}
