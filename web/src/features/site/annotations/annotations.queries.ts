import { type Annotation, annotations } from '@plumbline/contract/site/annotations';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartAnnotation } from '../../../charts/kinds/time-value/shapes.ts';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

const noAnnotations: readonly Annotation[] = [];

/** All annotations that concern a structure or an item, newest first; nothing is asked for while it is not known. */
export function useAnnotations(structureId: number | undefined) {
  const { project } = useProject();
  const allowed = useAllowed();
  return useRead(
    annotations.list,
    { projectId: project.id, structureId: structureId ?? 0 },
    { enabled: structureId !== undefined && allowed(annotations.list), staleTime: 60_000 },
  );
}

const worksCount = 4;

/** Returns the latest works, newest first: of a project, or of a structure and what concerns the whole. */
export function useWorks(structureId: number | undefined): readonly Annotation[] {
  const { project } = useProject();
  const allowed = useAllowed();
  const { data } = useRead(
    annotations.list,
    { projectId: project.id, works: 'true', limit: worksCount, ...(structureId !== undefined && { structureId }) },
    { enabled: allowed(annotations.list), staleTime: 60_000 },
  );
  return data?.annotations ?? noAnnotations;
}

/** Returns the annotations within a range, as charts draw it; nothing where it is not to be shown. */
export function useChartAnnotations(structureId: number | undefined, range: Range, enabled = true): ChartAnnotation[] {
  const { data } = useAnnotations(structureId);
  const all = enabled ? (data?.annotations ?? noAnnotations) : noAnnotations;
  return useMemo(
    () =>
      all
        .map((each) => ({
          from: Date.parse(each.startAt),
          to: each.endAt === null ? null : Date.parse(each.endAt),
          words: [each.text, elevationWords(each)].filter(Boolean).join(', '),
        }))
        .filter(({ from, to }) => from < range.to && (to ?? from) > range.from),
    [all, range.from, range.to],
  );
}

/** The elevation that was reached, with its unit; nothing where none is written down. */
export const elevationWords = ({ elevationM }: Pick<Annotation, 'elevationM'>): string =>
  elevationM === null ? '' : `${formatNumber(elevationM, 2)} m`;
