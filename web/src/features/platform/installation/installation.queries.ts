import { installation } from '@plumbline/contract/platform/installation';
import { useRead } from '../../../kernel/reads.ts';

/** The health of the installation, read again while one looks at it. */
export const useHealth = () => useRead(installation.health, {}, { refetchInterval: 15_000 });
