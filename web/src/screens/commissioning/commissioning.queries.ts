import { commissioning } from '@plumbline/contract/points/commissioning';
import { points } from '@plumbline/contract/points/points';
import { useRead } from '../../kernel/reads.ts';

/** The checklist of a project: which points lack what. */
export const useChecklist = (projectId: number) =>
  useRead(commissioning.checklist, { projectId }, { refetchInterval: 15_000, structuralSharing: false });

/** The same as a step of the guide: readings arrive while it is looked at; a step that is not shown asks for nothing. */
export const useGuideChecklist = (projectId: number, enabled: boolean) =>
  useRead(commissioning.checklist, { projectId }, { enabled, staleTime: 0, refetchInterval: enabled && 5_000 });

/** The points of a project; a first reading shows within seconds of its arrival. */
export const useArrivingPoints = (projectId: number) => useRead(points.rows, { projectId }, { refetchInterval: 3_000 });
