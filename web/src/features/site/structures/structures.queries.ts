import { stats } from '@plumbline/contract/overview/stats';
import { structures } from '@plumbline/contract/site/structures';
import { useRead } from '../../../kernel/reads.ts';

/** One structure with its status, asked for again by the clock, should an event be lost. */
export const useStructureNow = (structureId: number) =>
  useRead(structures.get, { structureId }, { refetchInterval: 60_000 });

/** How many points of a structure stand at which level. */
export const useStructureCounts = (projectId: number, structureId: number) =>
  useRead(stats.structure, { projectId, structureId, lists: 'false' }, { refetchInterval: 30_000 });
