/**
 * New readings against the rules of their points, inside the transaction that stores them: judged, then written. Those that
 * are late wait for the re-judging of what they touch (revise.late.ts).
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import { type Judged, judgeAll, type Verdicts } from './judge.ts';
import { takeRates } from './rates.ts';
import { type CheckedReading, isLate, type Round } from './row.ts';

export interface JudgedRows {
  /** null = nothing is to be judged now. */
  readonly verdicts: Verdicts | null;
  /** The worst level at which the rules of a point now stand, of points that have some. */
  readonly levels: ReadonlyMap<number, number>;
}

/** Judges the new readings of points that have rules. Locks where the rules stand; writes nothing. */
export async function judgeRows(round: Round, fresh: readonly CheckedReading[]): Promise<JudgedRows> {
  const ruled = fresh.filter((row) => row.point.rules.length > 0 && !isLate(round, row));
  if (ruled.length === 0) return { verdicts: null, levels: new Map() };
  const withRules = [...new Set(ruled.map((row) => row.point.pointId))].sort((a, b) => a - b);
  const ruleStates = await alerts.lockRuleStates(round.client, withRules);
  const rates = await takeRates(round.client, ruled, round.latest);
  const judged = ruled.map(
    (row): Judged => ({
      point: row.point,
      at: row.at,
      receivedAt: row.receivedAt,
      values: row.effective,
      rates: rates.get(row),
    }),
  );
  const verdicts = judgeAll(judged, ruleStates);
  const levels = new Map<number, number>(withRules.map((id) => [id, 0]));
  const rules = new Set(ruled.flatMap((row) => row.point.rules.map((rule) => rule.thresholdId)));
  for (const state of new Map([...ruleStates, ...verdicts.ruleStates]).values())
    if (rules.has(state.thresholdId)) levels.set(state.pointId, Math.max(levels.get(state.pointId) ?? 0, state.level));
  return { verdicts, levels };
}

/** Raises, refreshes and releases alerts, and writes where the rules then stand. */
export async function applyVerdicts({ client, nowMs }: Round, { verdicts }: JudgedRows): Promise<void> {
  if (verdicts === null) return;
  const { raised, falls, moves } = verdicts;
  const ruleStates = new Map(verdicts.ruleStates);
  const refreshed = [...verdicts.refreshed];
  if (raised.length > 0) {
    const ids = await alerts.raise(
      client,
      raised.map(({ alert }) => alert),
      nowMs,
    );
    for (const [i, { stateKey, last }] of raised.entries()) {
      const alertId = elementAt(ids, i);
      const state = stateKey === null ? undefined : ruleStates.get(stateKey);
      if (stateKey !== null && state) ruleStates.set(stateKey, { ...state, alertId });
      if (last) refreshed.push({ alertId, ...last });
    }
  }
  if (refreshed.length > 0) await alerts.refresh(client, refreshed);
  if (falls.length > 0) await alerts.release(client, falls, nowMs);
  if (moves.length > 0) await alerts.saveLevels(client, moves);
  if (ruleStates.size > 0) await alerts.saveRuleStates(client, [...ruleStates.values()]);
}
