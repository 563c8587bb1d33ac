import { topology } from '@plumbline/contract/topology';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../kernel/reads.ts';

/** Devices, channels and points of a project as one tree, asked for again by the clock. */
export const useTopo = (projectId: number, allFields: boolean) =>
  useRead(
    topology.get,
    { projectId, showAllDeviceField: allFields ? 'true' : 'false' },
    { structuralSharing: false, refetchInterval: 60_000, placeholderData: keepPreviousData },
  );
