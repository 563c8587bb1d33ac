import { pushRules } from '@plumbline/contract/reports/push-rules';
import { useRead } from '../../../kernel/reads.ts';

const everyMs = 10_000;

/** The push rules of a project, read again while the page is open: what waits moves by itself. */
export const usePushRules = (projectId: number) => useRead(pushRules.list, { projectId }, { refetchInterval: everyMs });
