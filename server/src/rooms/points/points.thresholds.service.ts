/**
 * The thresholds of a point: what the judge compares its readings with.
 * Invariant: a rule that is said again unchanged keeps its row, and with it the level that it stands at.
 */
import { Failure } from '@plumbline/contract/errors';
import { fieldsOf } from '@plumbline/contract/families';
import type { points, Threshold } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { announce } from './points.service.ts';
import * as pointTable from './points.table.ts';
import * as table from './points.thresholds.table.ts';

/** Only `multi` watches two things; what the others say about it is not kept. */
const plain = (threshold: Threshold): Threshold =>
  threshold.kind === 'multi' ? threshold : { ...threshold, base: 'value', combine: 'and', rateLevels: null };

const nameOf = ({ field, kind, method }: Threshold) => `${field} ${kind} ${method}`;

/** All that a rule says, in one order. */
const textOf = (threshold: Threshold) => JSON.stringify(Object.entries(threshold).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Throws badInput for a field that the point does not have, and for the same field, kind and method said twice. */
export async function setThresholds(context: Context, input: OutputOf<typeof points.setThresholds.input>) {
  const { pointId } = input;
  const point = await pointTable.lock(context.db, pointId, context.now());
  if (!point) throw new Failure('notFound', { pointId });
  const wanted = input.thresholds.map(plain);
  const fields = new Set(fieldsOf(point.family, point.nodeCount).map(({ key }) => key));
  const names = new Set<string>();
  for (const [i, threshold] of wanted.entries()) {
    const wrong = !fields.has(threshold.field)
      ? 'fieldUnknown'
      : names.has(nameOf(threshold))
        ? 'thresholdsRepeat'
        : null;
    if (wrong) throw new Failure('badInput', [{ path: `thresholds.${i}.field`, message: wrong, code: 'custom' }]);
    names.add(nameOf(threshold));
  }

  const before = await table.ofPoint(context.db, pointId);
  const texts = new Set(wanted.map(textOf));
  const stays = new Set(
    before.filter((rule) => texts.has(textOf(rule.threshold))).map((rule) => textOf(rule.threshold)),
  );
  const gone = before.filter((rule) => !stays.has(textOf(rule.threshold)));
  await table.remove(
    context.db,
    pointId,
    gone.map((rule) => rule.id),
  );
  await table.insert(
    context.db,
    pointId,
    wanted.filter((threshold) => !stays.has(textOf(threshold))),
  );
  await announce(context, point);
  const rules = await table.ofPoint(context.db, pointId);
  return { thresholds: rules.map(({ threshold }) => threshold) };
}
