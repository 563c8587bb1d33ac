import { silences } from '@plumbline/contract/alerts/silences';
import { useRead } from '../../../kernel/reads.ts';

/** A window begins and ends by the clock. */
const refetchInterval = 60_000;

export const useSilences = (projectId: number, enabled = true) =>
  useRead(silences.list, { projectId }, { refetchInterval, enabled });
