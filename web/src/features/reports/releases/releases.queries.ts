import { reportReleases } from '@plumbline/contract/reports/releases';
import { useRead } from '../../../kernel/reads.ts';

/** While its files are being written somebody waits for them; what others do meanwhile is read now and then. */
const [writingMs, otherMs] = [1_500, 15_000];

export const useReview = (projectId: number, reportId: number) =>
  useRead(
    reportReleases.get,
    { projectId, reportId },
    { refetchInterval: ({ state }) => (state.data?.review.writing ? writingMs : otherMs) },
  );

export const useComments = (projectId: number, reportId: number) =>
  useRead(reportReleases.comments, { projectId, reportId }, { refetchInterval: otherMs });
