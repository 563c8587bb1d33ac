import { type MasterHeadline, masters } from '@plumbline/contract/views/masters';
import { useMemo } from 'react';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** Returns the headline of each master of a project, by its id. Asked for where there is a master. */
export function useHeadlines(projectId: number, hasMasters: boolean): ReadonlyMap<number, MasterHeadline> {
  const allowed = useAllowed();
  const { data } = useRead(
    masters.headlines,
    { projectId },
    { refetchInterval: 60_000, enabled: hasMasters && allowed(masters.headlines) },
  );
  return useMemo(() => new Map(data?.headlines.map((each) => [each.masterId, each])), [data]);
}
