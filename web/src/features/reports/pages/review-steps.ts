/** The way of a report from draft to release, and where on it one is. */
import type { ReportReview } from '@plumbline/contract/reports/releases';

const steps = ['draft', 'inReview', 'approved', 'released'] as const;

export interface ReviewStep {
  readonly step: (typeof steps)[number];
  /** The report has come as far. */
  readonly isReached: boolean;
  /** The report is there now; a withdrawn one is at none of them. */
  readonly isCurrent: boolean;
  /** Nothing of it is still to come. */
  readonly isOver: boolean;
  /** Who took it, and when. */
  readonly by: { readonly name: string; readonly at: string } | null;
}

export function stepsOf(
  review: Pick<ReportReview, 'state' | 'submitted' | 'approved' | 'released'>,
): readonly ReviewStep[] {
  const { state, submitted, approved, released } = review;
  const isWithdrawn = state === 'withdrawn';
  const reached = isWithdrawn ? steps.indexOf('released') : steps.indexOf(state);
  const byOf = { draft: null, inReview: submitted, approved, released };
  return steps.map((step, i) => ({
    step,
    isReached: i <= reached,
    isCurrent: i === reached && !isWithdrawn,
    isOver: i < reached || (i === reached && step === 'released'),
    by: byOf[step],
  }));
}
