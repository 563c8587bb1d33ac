/**
 * Stretches of time evaluated in pieces, so that memory stays small however far back something new lies. The evaluator gives
 * in pieces what it gives in one.
 */
import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import {
  type Checkpoint,
  type ConditionRule,
  type Evaluation,
  evaluate,
  type Transition,
} from '@plumbline/science/limits/condition';
import type { TermData } from '@plumbline/science/limits/condition-terms';
import type { Db } from '../../../../kernel/context.ts';

/** Stretch of one condition to evaluate; the last three are filled on the way. */
export interface Stretch {
  readonly terms: readonly ConditionTerm[];
  readonly rule: ConditionRule;
  readonly startAt: number;
  readonly from: Checkpoint | undefined;
  /** Moments whose states are wanted, ascending. */
  readonly wanted: readonly number[];
  /** Ends of the pieces, ascending. */
  readonly pieces: readonly number[];
  readonly transitions: Transition[];
  readonly checkpoints: Checkpoint[];
  last: Evaluation | null;
}
type Load = (
  db: Db,
  needed: readonly {
    readonly terms: readonly ConditionTerm[];
    readonly rule: ConditionRule;
    readonly fromMs: number;
  }[],
  toMs: number,
) => Promise<(TermData | null)[][]>;

const pieceMs = 14 * 86_400_000;

/** The ends of the pieces of a stretch. */
export function piecesOf(fromMs: number, toMs: number): number[] {
  const ends: number[] = [];
  for (let end = fromMs + pieceMs; end < toMs; end += pieceMs) ends.push(end);
  return [...ends, toMs];
}

/** Evaluates stretches: those of one piece together, by few statements; longer ones alone, piece by piece. */
export async function walk(db: Db, stretches: readonly Stretch[], toMs: number, load: Load): Promise<void> {
  const short = stretches.filter(({ pieces }) => pieces.length === 1);
  const begin = ({ from, startAt }: Stretch) => from?.at ?? startAt;
  if (short.length > 0) {
    const data = await load(
      db,
      short.map((each) => ({ ...each, fromMs: begin(each) })),
      toMs,
    );
    for (const [i, each] of short.entries()) note(each, data[i] ?? [], each.from, toMs, each.wanted);
  }
  for (const each of stretches.filter(({ pieces }) => pieces.length > 1)) {
    let from = each.from;
    for (const end of each.pieces) {
      const [data] = await load(db, [{ ...each, fromMs: from?.at ?? each.startAt }], end);
      const since = from?.at ?? Number.NEGATIVE_INFINITY;
      const evaluation = note(
        each,
        data ?? [],
        from,
        end,
        each.wanted.filter((at) => at > since && at <= end),
      );
      from = { at: end, state: evaluation.state };
    }
  }
}

function note(
  stretch: Stretch,
  data: readonly (TermData | null)[],
  from: Checkpoint | undefined,
  toMs: number,
  wanted: readonly number[],
): Evaluation {
  const { rule, startAt, last } = stretch;
  const found = evaluate(rule, data, { startAt, toMs, from }, wanted);
  stretch.transitions.push(...found.transitions);
  stretch.checkpoints.push(...found.checkpoints);
  const spans = last ? added(last.spans, found.spans) : found.spans;
  stretch.last = { ...found, spans };
  return found;
}

const added = (a: Evaluation['spans'], b: Evaluation['spans']): Evaluation['spans'] => ({
  true: a.true + b.true,
  false: a.false + b.false,
  unknown: a.unknown + b.unknown,
});
