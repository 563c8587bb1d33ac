/** Sets the limits of points, for features that set up or reset many. */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Threshold } from '@plumbline/contract/points/thresholds';
import type { Context } from '../../../kernel/context.ts';
import { emitMany } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { ofPoints, type Rule } from '../points/points.rules.api.ts';
import * as table from './thresholds.table.ts';

/** All that a rule says, in one order. */
const textOf = (threshold: Threshold) => JSON.stringify(Object.entries(threshold).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Points of one event. */
const pointsAtOnce = 100;

/** Writes what is wanted of each point; rules that stay as they are keep their rows. */
export async function writeThresholds(
  { db, caller, now, lifecycle }: Context,
  wanted: ReadonlyMap<number, readonly Threshold[]>,
  reason: string,
): Promise<void> {
  const gone: Rule[] = [];
  const before = new Map<number, Threshold[]>();
  const stays = new Set<string>();
  const texts = new Map([...wanted].map(([id, rules]) => [id, new Set(rules.map(textOf))]));
  for (const rule of await ofPoints(db, [...wanted.keys()])) {
    const text = textOf(rule.threshold);
    before.set(rule.pointId, [...(before.get(rule.pointId) ?? []), rule.threshold]);
    if (getOrThrow(texts, rule.pointId).has(text)) stays.add(`${rule.pointId} ${text}`);
    else gone.push(rule);
  }
  await table.remove({ db, lifecycle }, gone);
  await table.insert(
    db,
    [...wanted].flatMap(([pointId, rules]) =>
      rules
        .filter((threshold) => !stays.has(`${pointId} ${textOf(threshold)}`))
        .map((threshold) => ({ pointId, threshold })),
    ),
  );
  const changed = [...wanted].flatMap(([pointId, after]) => {
    const had = before.get(pointId) ?? [];
    const isSame = had.length === after.length && had.every((rule) => texts.get(pointId)?.has(textOf(rule)));
    return isSame ? [] : [{ pointId, before: had, after }];
  });
  await table.noteChanges(db, changed, { accountId: caller.accountId, at: now(), reason });
  const events = [];
  for (let from = 0; from < changed.length; from += pointsAtOnce)
    events.push({ pointIds: changed.slice(from, from + pointsAtOnce).map(({ pointId }) => pointId) });
  await emitMany(sqlOver(db), now(), 'limitsChanged', events);
}
