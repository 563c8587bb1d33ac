import { work } from '@plumbline/contract/platform/work';
import { useRead } from '../../../kernel/reads.ts';

/** The work of the installation, read again while one looks at it: a try may have gone well meanwhile. */
export const useWork = () => useRead(work.list, {}, { refetchInterval: 10_000 });
