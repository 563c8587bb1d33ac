/**
 * Conditions: when a tree of terms over several points raises and clears. `evaluate` is the one evaluator: live judging,
 * late readings, history that changed and back-tests all call it, and a stretch evaluated in pieces gives what it gives in one.
 *
 * Semantics. Terms and groups are true, false or unknown (truth.ts). The condition raises once it has been true for
 * `raiseDelayMs` without being false meanwhile, and clears once it has been false for `clearDelayMs` without being true or
 * unknown meanwhile: doubt neither raises nor clears, it interrupts the way back to normal and not the way to an alert.
 * Everything happens at times of measurement or at moments that follow from them (a reading that grows too old, a delay that
 * is over, rain that leaves its window), never at times of arrival; so the order of arrival changes nothing.
 */
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { lookbackOf, type Term, type TermData, type TermState } from './condition-terms.ts';
import { TermCursor } from './term-cursor.ts';
import { type Tree, type Truth, truthOf } from './truth.ts';

export interface ConditionRule {
  readonly terms: readonly Term[];
  readonly tree: Tree;
  readonly raiseDelayMs: number;
  readonly clearDelayMs: number;
}

export interface ConditionState {
  readonly terms: readonly TermState[];
  readonly truth: Truth;
  /** When the truth last changed. */
  readonly sinceAt: number;
  /** True since then, with nothing but unknown between; null = false was last. */
  readonly trueSince: number | null;
  /** False since then without interruption; null = it is not. */
  readonly falseSince: number | null;
  /** null = not raised. */
  readonly raisedAt: number | null;
}

/** It raised or cleared, and how its terms stood then. */
export interface Transition {
  readonly kind: 'raise' | 'clear';
  readonly at: number;
  readonly terms: readonly TermState[];
}
export interface Checkpoint {
  readonly at: number;
  readonly state: ConditionState;
}

export interface Evaluation {
  readonly state: ConditionState;
  /** In order; after the start, up to and with the end. */
  readonly transitions: readonly Transition[];
  /** The state at each of the moments asked for. */
  readonly checkpoints: readonly Checkpoint[];
  /** When it may change next if no reading comes; null = it cannot. */
  readonly nextAt: number | null;
  /** How long it was true, false and unknown from the start to the end, ms. */
  readonly spans: { readonly true: number; readonly false: number; readonly unknown: number };
}

/**
 * From a checkpoint, or from `startAt` with nothing known before it, to `toMs`. `startAt` = when the condition was set; the
 * data of each term reaches from its lookback before the start to `toMs`. `at` = moments, ascending, whose states to give.
 */
export function evaluate(
  rule: ConditionRule,
  data: readonly (TermData | null)[],
  span: { readonly startAt: number; readonly toMs: number; readonly from?: Checkpoint | undefined },
  at: readonly number[] = [],
): Evaluation {
  const { startAt, toMs, from } = span;
  const cursors = rule.terms.map((term, i) => {
    const state = from?.state.terms[i] ?? null;
    return new TermCursor(term, data[i] ?? null, from ? from.at : startAt - lookbackOf(term), startAt, state);
  });
  if (!from) warmUp(cursors, startAt);
  const run = new Run(rule, cursors, from ?? null, startAt);
  let next = 0;
  for (;;) {
    const moment = run.nextAt();
    for (
      let boundary = at[next];
      boundary !== undefined && boundary < moment && boundary <= toMs;
      boundary = at[++next]
    )
      if (boundary >= run.at) run.note(boundary);
    if (moment > toMs) break;
    run.moveTo(moment);
  }
  return run.end(toMs);
}

/** Terms begin with what was measured shortly before. */
function warmUp(cursors: readonly TermCursor[], startAt: number): void {
  for (const cursor of cursors) {
    for (let at = cursor.nextAt(); at < startAt; at = cursor.nextAt()) cursor.moveTo(at);
    cursor.moveTo(startAt);
  }
}

class Run {
  readonly #rule: ConditionRule;
  readonly #cursors: readonly TermCursor[];
  readonly #transitions: Transition[] = [];
  readonly #checkpoints: Checkpoint[] = [];
  readonly #spans = { true: 0, false: 0, unknown: 0 };
  #truth: Truth;
  #sinceAt: number;
  #trueSince: number | null;
  #falseSince: number | null;
  #raisedAt: number | null;
  #at: number;

  constructor(rule: ConditionRule, cursors: readonly TermCursor[], from: Checkpoint | null, startAt: number) {
    [this.#rule, this.#cursors, this.#at] = [rule, cursors, from?.at ?? startAt];
    this.#truth = from?.state.truth ?? null;
    this.#sinceAt = from?.state.sinceAt ?? startAt;
    this.#trueSince = from?.state.trueSince ?? null;
    this.#falseSince = from?.state.falseSince ?? null;
    this.#raisedAt = from?.state.raisedAt ?? null;
    if (!from) this.#judge();
  }

  get at(): number {
    return this.#at;
  }

  nextAt(readings = true): number {
    let next = this.#delayEndAt();
    for (const cursor of this.#cursors) next = Math.min(next, cursor.nextAt(readings));
    return next;
  }

  moveTo(at: number): void {
    this.#count(at);
    this.#at = at;
    for (const cursor of this.#cursors) cursor.moveTo(at);
    this.#judge();
  }

  note(at: number): void {
    this.#checkpoints.push({ at, state: this.#state() });
  }

  end(toMs: number): Evaluation {
    this.#count(toMs);
    const next = this.nextAt(false);
    return {
      state: this.#state(),
      transitions: this.#transitions,
      checkpoints: this.#checkpoints,
      nextAt: Number.isFinite(next) ? next : null,
      spans: this.#spans,
    };
  }

  /** When a delay that runs is over. */
  #delayEndAt(): number {
    const { raiseDelayMs, clearDelayMs } = this.#rule;
    let end = Number.POSITIVE_INFINITY;
    if (this.#raisedAt === null && this.#truth === true && this.#trueSince !== null)
      end = this.#trueSince + raiseDelayMs;
    if (this.#raisedAt !== null && this.#falseSince !== null) end = this.#falseSince + clearDelayMs;
    return end > this.#at ? end : Number.POSITIVE_INFINITY;
  }

  #judge(): void {
    const at = this.#at;
    const truth = truthOf(
      this.#rule.tree,
      this.#cursors.map((cursor) => cursor.truth),
    );
    if (truth !== this.#truth) [this.#truth, this.#sinceAt] = [truth, at];
    if (truth === true) this.#trueSince ??= at;
    if (truth === false) this.#trueSince = null;
    if (truth === false) this.#falseSince ??= at;
    else this.#falseSince = null;
    if (this.#raisedAt === null && truth === true && at - (this.#trueSince ?? at) >= this.#rule.raiseDelayMs) {
      this.#raisedAt = at;
      this.#transitions.push({ kind: 'raise', at, terms: this.#terms() });
    } else if (
      this.#raisedAt !== null &&
      this.#falseSince !== null &&
      at - this.#falseSince >= this.#rule.clearDelayMs
    ) {
      this.#raisedAt = null;
      this.#transitions.push({ kind: 'clear', at, terms: this.#terms() });
    }
  }

  #count(at: number): void {
    const part = this.#truth === null ? 'unknown' : this.#truth ? 'true' : 'false';
    this.#spans[part] += Math.max(0, at - this.#at);
  }

  #terms = (): TermState[] => this.#cursors.map((cursor) => cursor.state());

  #state(): ConditionState {
    return {
      terms: this.#terms(),
      truth: this.#truth,
      sinceAt: this.#sinceAt,
      trueSince: this.#trueSince,
      falseSince: this.#falseSince,
      raisedAt: this.#raisedAt,
    };
  }
}

/** Each rung of the ladder is so many times as old as the one before. */
const rungRatio = 4;

/** The newest checkpoint before anything new; undefined = begin at the start. */
export const resumeFrom = (checkpoints: readonly Checkpoint[], newFromMs: number): Checkpoint | undefined =>
  checkpoints.findLast(({ at }) => at < newFromMs);

/** Older than the last rung nothing is kept. */
const rungAges = Array.from({ length: 10 }, (_, i) => minuteMs * rungRatio ** i).reverse();

/**
 * Moments whose states to keep at `nowMs`, ascending, after those that there are: a minute back, since readings of the same
 * minute arrive in any order, and the other rungs of the ladder where nothing is left of them.
 */
export function nextCheckpoints(checkpoints: readonly Checkpoint[], nowMs: number): number[] {
  const newest = checkpoints.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  return rungAges.map((age) => nowMs - age).filter((at) => at - newest >= minuteMs);
}

/**
 * Checkpoints on a ladder of ages that grow by four: of each rung the oldest, so that some grow old, and
 * the newest. What arrives late by
 * an hour is evaluated again over some hours, not over years.
 */
export function thinCheckpoints(checkpoints: readonly Checkpoint[], nowMs: number): Checkpoint[] {
  const rungs = new Set<number>();
  return checkpoints.filter(({ at }, i) => {
    const rung = Math.floor(Math.log(Math.max(1, (nowMs - at) / minuteMs)) / Math.log(rungRatio));
    if (rungs.has(rung)) return i === checkpoints.length - 1;
    rungs.add(rung);
    return true;
  });
}
