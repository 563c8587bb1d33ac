import { topology } from '@plumbline/contract/points/topology';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

const inputOf = (projectId: number, allFields: boolean) =>
  ({ projectId, showAllDeviceField: allFields ? 'true' : 'false' }) as const;

/** The same as a query, for who asks before the page is there. */
export const topoOf = (projectId: number, allFields: boolean) => queryFor(topology.get, inputOf(projectId, allFields));

/** Devices, channels and points of a project as one tree, asked for again by the clock. */
export const useTopo = (projectId: number, allFields: boolean) =>
  useRead(topology.get, inputOf(projectId, allFields), {
    structuralSharing: false,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
