import type { reportReleases } from '@plumbline/contract/reports/releases';
import type { Reply } from '../../../kernel/queries.ts';

export type ChainVerdict = Reply<typeof reportReleases.verifyChain>;

/** Returns the verdict on a whole chain, asked for part by part: it goes on to the end, or until something is wrong. */
export async function wholeVerdict(
  verdictAfter: (after: number | undefined) => Promise<ChainVerdict>,
): Promise<ChainVerdict> {
  let verdict = await verdictAfter(undefined);
  while (verdict.next !== null && verdict.holds) {
    const more = await verdictAfter(verdict.next);
    verdict = { ...more, seals: verdict.seals + more.seals, files: verdict.files + more.files };
  }
  return verdict;
}
