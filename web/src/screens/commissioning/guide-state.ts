import { warehouse } from '@plumbline/contract/devices/warehouse';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import { commissioning } from '@plumbline/contract/points/commissioning';
import { points } from '@plumbline/contract/points/points';
import { useMemo } from 'react';
import { usePlaces } from '../../features/points/points/place-names.queries.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import type { OpenProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';

export const guideSteps = ['project', 'structures', 'devices', 'points', 'bind', 'reading', 'init', 'check'] as const;
export type GuideStep = (typeof guideSteps)[number];
/** How far a step is: `done` of `total`; total null = there is no measure of it. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  /** What stands beside `done` and is counted apart: items of structures, devices that are free. */
  readonly beside?: number;
}

/** Returns the progress of commissioning of a project, from the server, so that any user can continue. */
export function useGuideState(project: OpenProject['project']) {
  const allowed = useAllowed();
  const places = usePlaces(project.id);
  const rows = useRead(points.rows, { projectId: project.id });
  const checklist = useRead(commissioning.checklist, { projectId: project.id });
  const maySee = allowed(warehouse.summary);
  const summary = useRead(
    warehouse.summary,
    { corporationId: project.corporationId },
    {
      enabled: maySee,
    },
  );
  const [list, gaps, stock] = [rows.data?.rows, checklist.data, summary.data];
  const structures = places.options && places.structures;
  const ready = list !== undefined && gaps !== undefined && structures !== undefined;
  const progress = useMemo<Readonly<Record<GuideStep, Progress>> | null>(() => {
    if (!list || !gaps || !structures) return null;
    const inService = list.filter(({ archived, deprecated }) => !archived && !deprecated);
    const automated = inService.filter(({ type }) => type === 0);
    const measuring = inService.filter(({ type }) => type !== 3);
    const items = structures.filter(({ parentId }) => parentId !== null).length;
    // The warehouse is of the corporation: what feeds other projects is none of this one's.
    const feeding = new Set(inService.flatMap(({ deviceId }) => deviceId ?? [])).size;
    return {
      project: { done: 1, total: 1 },
      structures: { done: structures.length - items, total: null, beside: items },
      devices: { done: feeding, total: null, beside: stock?.unbound ?? 0 },
      points: { done: inService.length, total: null },
      bind: { done: automated.filter(({ deviceId }) => deviceId !== null).length, total: automated.length },
      reading: { done: measuring.filter(({ status }) => lastReadAt(status) !== null).length, total: measuring.length },
      init: { done: measuring.filter(({ initial }) => initial).length, total: measuring.length },
      check: { done: gaps.complete, total: gaps.points },
    };
  }, [list, gaps, stock, structures]);
  return {
    progress,
    rows: list,
    error: ready ? null : (rows.error ?? checklist.error),
    refetch: () => void Promise.all([rows.refetch(), checklist.refetch(), summary.refetch()]),
  };
}

/** The first step that is still to be done. */
export function firstOpen(progress: Readonly<Record<GuideStep, Progress>>): GuideStep {
  const lacks = ({ done, total }: Progress): boolean => total !== null && done < total;
  if (progress.points.done === 0) {
    // Free devices may be there for any project: where one has no structure yet, nobody has begun.
    if (progress.structures.done === 0) return 'project';
    return (progress.devices.beside ?? 0) > 0 ? 'points' : 'devices';
  }
  return (['bind', 'reading', 'init'] as const).find((step) => lacks(progress[step])) ?? 'check';
}
