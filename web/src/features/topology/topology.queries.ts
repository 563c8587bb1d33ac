import { topology } from '@plumbline/contract/topology';
import { useRead } from '../../kernel/reads.ts';

/** Structures, points and devices of a project as one tree. */
export const useTopo = (projectId: number, allFields: boolean) =>
  useRead(
    topology.get,
    { projectId, showAllDeviceField: allFields ? 'true' : 'false' },
    { structuralSharing: false, refetchInterval: 60_000, placeholderData: keepPreviousData },
  );
