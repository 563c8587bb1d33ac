import type { WholeStatus } from '@plumbline/contract/kernel/status';
import { type StatLists, stats } from '@plumbline/contract/overview/stats';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** The counts of everything that one may see. */
export const useCounts = () => useRead(stats.corporation, { lists: 'false' }, { refetchInterval: 15_000 });

/** The points nearest to a threshold, or furthest over one; of one project, or of all. */
export const useWatched = (limit: number, projectId: number | undefined) =>
  useRead(stats.watched, { limit, ...(projectId === undefined ? {} : { projectId }) }, { refetchInterval: 60_000 });

/** Returns recent activity. */
export const useActivity = (limit: number) => useRead(stats.activity, { limit }, { refetchInterval: 60_000 });

/** A structure, a project, or everything that one may see. */
export interface StatPlace {
  readonly projectId?: number;
  readonly structureId?: number;
}
/** The lists that a place has, and of how many each is the beginning. */
export type StatAnswer = { readonly [K in keyof StatLists]?: StatLists[K] | undefined } & {
  readonly status: WholeStatus;
  readonly projects?: number | undefined;
  readonly structures?: number | undefined;
  readonly items?: number | undefined;
};

/** Returns the parts of a place, one by one, the most urgent first. */
export function useStatLists({ projectId, structureId }: StatPlace): UseQueryResult<StatAnswer> {
  const isProject = projectId !== undefined && structureId === undefined;
  const every = { refetchInterval: 60_000 };
  const id = projectId ?? 0;
  const all = useRead(stats.corporation, {}, { ...every, enabled: projectId === undefined });
  const ofProject = useRead(stats.project, { projectId: id }, { ...every, enabled: isProject });
  const ofStructure = useRead(
    stats.structure,
    { projectId: id, structureId: structureId ?? 0 },
    { ...every, enabled: structureId !== undefined },
  );
  if (structureId !== undefined) return ofStructure;
  return isProject ? ofProject : all;
}
