/**
 * Conditions evaluated: what is new for each is judged from the newest checkpoint before it, and what that says of alerts is
 * written in the same transaction. Invariant: afterwards the alerts of a condition are those that one pass over all its readings
 * in order of measuring time gives, in whatever order they came.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Checkpoint, nextCheckpoints, resumeFrom, thinCheckpoints } from '@plumbline/science/limits/condition';
import { ruleOf } from '@plumbline/science/limits/condition-rule';
import type { Db } from '../../../kernel/context.ts';
import { type Sql, sqlOver } from '../../../kernel/sql.ts';
import {
  alertsOfConditions,
  endConditionAlerts,
  raise,
  reviseConditionAlerts,
} from '../alerts/alerts.conditions.api.ts';
import { dataOf, pointsOf } from './conditions.series.service.ts';
import { type LockedCondition, lockConditions, type SavedState, saveStates } from './conditions.states.table.ts';
import { alertOf, conditionOf } from './logic/alert-of.ts';
import { type Episode, episodesOf, type Matched, matchAlerts } from './logic/match-alerts.ts';
import { termsOf } from './logic/rule-of.ts';
import { piecesOf, type Stretch, walk } from './logic/stretches.ts';

/** Conditions whose readings are read together. */
const together = 200;
/** Alerts of one condition by one evaluation: past this nobody reads them. The newest are raised. */
const maxRaised = 200;

export interface EvaluateQuery {
  /** By condition, from when on (epoch ms) it has something new; later than now = nothing but that time passed. */
  readonly newFrom: ReadonlyMap<number, number>;
  /** The act of people by which history changed; null = readings came. */
  readonly changeId: number | null;
  readonly nowMs: number;
}

/** Returns the projects in which a condition stands otherwise than before. */
export async function evaluateConditions(db: Db, query: EvaluateQuery): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  const ids = [...query.newFrom.keys()].sort((a, b) => a - b);
  for (let from = 0; from < ids.length; from += together) {
    const locked = await lockConditions(db, ids.slice(from, from + together));
    for (const projectId of await evaluateLocked(db, locked, query)) changed.add(projectId);
  }
  return changed;
}

/** A condition in work. */
interface Job {
  readonly condition: LockedCondition;
  readonly from: Checkpoint | undefined;
  readonly checkpoints: readonly Checkpoint[];
  readonly stretch: Stretch;
}

async function evaluateLocked(db: Db, locked: readonly LockedCondition[], query: EvaluateQuery): Promise<number[]> {
  const { nowMs } = query;
  const jobs = locked.map((condition): Job => jobOf(condition, query));
  await walk(
    db,
    jobs.map(({ stretch }) => stretch),
    nowMs,
    dataOf,
  );
  const sql = sqlOver(db);
  const known = Map.groupBy(
    await alertsOfConditions(
      sql,
      jobs.map(({ condition: { id, sinceMs }, from }) => ({
        conditionId: id,
        fromMs: sinceMs,
        afterMs: from?.at ?? 0,
      })),
    ),
    ({ conditionId }) => conditionId,
  );
  const outcomes = jobs.map((job) => {
    const { condition, from, stretch } = job;
    const episodes = episodesOf(from?.state.raisedAt ?? null, stretch.transitions);
    return { job, matched: matchAlerts(known.get(condition.id) ?? [], episodes) };
  });
  const raisedIds = await write(db, sql, outcomes, query);
  const saved = outcomes.flatMap(({ job, matched }) => savedOf(job, matched, raisedIds.get(job.condition.id), query));
  await saveStates(db, saved, new Date(nowMs));
  const before = new Map(locked.map((each) => [each.id, each]));
  return saved.flatMap(({ conditionId, truth, raised }) => {
    const was = before.get(conditionId);
    return was && (was.truth !== truth || was.raised !== raised) ? [was.projectId] : [];
  });
}

function jobOf(condition: LockedCondition, { newFrom, nowMs }: EvaluateQuery): Job {
  const from = resumeFrom(condition.checkpoints, newFrom.get(condition.id) ?? nowMs);
  const checkpoints = from ? condition.checkpoints.slice(0, condition.checkpoints.indexOf(from) + 1) : [];
  const stretch: Stretch = {
    terms: termsOf(condition.rules),
    rule: ruleOf(condition.rules),
    startAt: condition.sinceMs,
    from,
    wanted: nextCheckpoints(checkpoints, nowMs).filter((at) => at > (from?.at ?? condition.sinceMs)),
    pieces: piecesOf(from?.at ?? condition.sinceMs, nowMs),
    transitions: [],
    checkpoints: [],
    last: null,
  };
  return { condition, from, checkpoints, stretch };
}

type Outcome = { readonly job: Job; readonly matched: Matched };

/** Writes what became of alerts. Returns the new alert of each condition that is on. */
async function write(
  db: Db,
  sql: Sql,
  outcomes: readonly Outcome[],
  { changeId, nowMs }: EvaluateQuery,
): Promise<ReadonlyMap<number, number>> {
  const named = outcomes.filter(({ matched }) => matched.raised.length + matched.moved.length > 0);
  const points = await pointsOf(
    db,
    named.flatMap(({ job }) => job.stretch.terms),
  );
  const news = named.flatMap(({ job: { condition }, matched }) =>
    matched.raised.slice(-maxRaised).flatMap((episode) => {
      const alert = alertOf(condition, episode, points, nowMs);
      const late = episode.to !== null;
      const present = episode.to === null;
      return alert ? [{ ...alert, late, present, ...(changeId !== null && { byChangeId: changeId }) }] : [];
    }),
  );
  const ids = news.length > 0 ? await raise(sql, news, nowMs) : [];
  const revised = outcomes.flatMap(({ job: { condition }, matched }) => [
    ...matched.moved.map(({ id, episode }: { id: number; episode: Episode }) => {
      const alert = alertOf(condition, episode, points, nowMs);
      return {
        id,
        upheld: true,
        from: episode.from,
        value: alert?.value ?? null,
        condition: conditionOf(condition, episode, points),
      };
    }),
    ...matched.wrong.map((id) => ({ id, upheld: false, from: null, value: null, condition: null })),
  ]);
  await endConditionAlerts(
    sql,
    outcomes.flatMap(({ matched }) => matched.ended),
    nowMs,
  );
  await reviseConditionAlerts(sql, revised, { changeId, nowMs });
  return new Map(
    news.flatMap(({ condition, releasedAt }, i) =>
      condition && releasedAt === null ? [[condition.id, elementAt(ids, i)] as const] : [],
    ),
  );
}

/** What is to be saved of a condition; nothing where it stands as it did. */
function savedOf(
  { condition, checkpoints, stretch }: Job,
  matched: Matched,
  raisedId: number | undefined,
  { newFrom, nowMs }: EvaluateQuery,
): SavedState[] {
  const { last } = stretch;
  if (!last) return [];
  const { state, nextAt } = last;
  const truth = state.truth === null ? 'unknown' : state.truth ? 'true' : 'false';
  const raised = state.raisedAt !== null;
  const alertId = raised ? (raisedId ?? matched.open) : null;
  const ahead = newFrom.get(condition.id) ?? 0;
  // What was measured ahead of our clock is there already, and counts when its time has come.
  const next = Math.min(
    nextAt ?? Number.POSITIVE_INFINITY,
    ahead > nowMs && Number.isFinite(ahead) ? ahead : Number.POSITIVE_INFINITY,
  );
  const was = condition.dueMs;
  // To be woken too early costs little, and it saves a write with each reading.
  const dueMs = was !== null && was > nowMs && was <= next ? was : Number.isFinite(next) ? next : null;
  const all = thinCheckpoints([...checkpoints, ...stretch.checkpoints], nowMs);
  const isSame =
    stretch.checkpoints.length === 0 &&
    checkpoints.length === condition.checkpoints.length &&
    condition.state?.sinceAt === state.sinceAt &&
    condition.state.terms.every((each, i) => each.truth === state.terms[i]?.truth) &&
    truth === condition.truth &&
    raised === condition.raised &&
    alertId === condition.alertId &&
    dueMs === was;
  return isSame ? [] : [{ conditionId: condition.id, state, checkpoints: all, truth, raised, dueMs, alertId }];
}
