/** A condition tried out on the past, by the evaluator of live readings over the same readings. Nothing is written. */

import { conditionLimits, type conditions } from '@plumbline/contract/alerts/conditions';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { ruleOf } from '@plumbline/science/limits/condition-rule';
import type { Context } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { count } from '../../readings/readings/readings.api.ts';
import { withSeasons } from './conditions.seasons.service.ts';
import { dataOf } from './conditions.series.service.ts';
import { checkRules } from './conditions.service.ts';
import { iso, termStatusOf } from './logic/alert-of.ts';
import { episodesOf } from './logic/match-alerts.ts';
import { termsOf } from './logic/rule-of.ts';
import { piecesOf, type Stretch, walk } from './logic/stretches.ts';

/** Readings in one test, over all points. */
const maxReadings = 4_000_000;

/** As if it had been set at the beginning of the span. */
export async function backTest(
  { db }: Context,
  { projectId, from, to, ...given }: OutputOf<typeof conditions.backTest.input>,
) {
  const [startAt, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs - startAt > conditionLimits.backTestDays * dayMs)
    throw new Failure('spanExceeded', { days: conditionLimits.backTestDays });
  await checkRules(db, projectId, given);
  const rules = await withSeasons(db, given);
  const terms = termsOf(rules);
  let readings = 0;
  for (const id of new Set(
    terms.flatMap(({ pointId, otherPointId }) => (otherPointId ? [pointId, otherPointId] : [pointId])),
  ))
    readings += await count(sqlOver(db), id, startAt, toMs);
  if (readings > maxReadings) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
  const stretch: Stretch = {
    terms,
    rule: ruleOf(rules),
    startAt,
    from: undefined,
    wanted: [],
    pieces: piecesOf(startAt, toMs),
    transitions: [],
    checkpoints: [],
    last: null,
  };
  await walk(db, [stretch], toMs, dataOf);
  const episodes = episodesOf(null, stretch.transitions);
  const spans = stretch.last?.spans ?? { true: 0, false: 0, unknown: 0 };
  return {
    episodes: episodes.slice(-conditionLimits.episodes).map((episode) => ({
      from: new Date(episode.from).toISOString(),
      to: iso(episode.to),
      terms: terms.map((term, i) => termStatusOf(term, episode.terms?.[i])),
    })),
    episodesTotal: episodes.length,
    secondsTrue: spans.true / 1000,
    secondsFalse: spans.false / 1000,
    secondsUnknown: spans.unknown / 1000,
  };
}
