import { lastReadAt } from '@plumbline/contract/kernel/status';
import { batches } from '@plumbline/contract/points/batches';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../kernel/call.ts';
import { useProject } from '../../../kernel/project.tsx';
import { inThousands } from '../points/chosen-points.parts.ts';
import { issuesOf } from '../points/row-problems.parts.ts';

/** The initial values that a point has and would take from its latest reading. */
export interface InitialValues {
  readonly row: PointRow;
  readonly at: string | null;
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
  readonly problem: string | null;
}

/** Returns the effect of taking initial values on each point, by a dry run that writes nothing. */
export function useInitialValues(rows: readonly PointRow[], onlyMissing: boolean) {
  const { t } = useTranslation();
  const { project } = useProject();
  const ids = rows.map(({ id }) => id).join();
  // A point that was read meanwhile has an initial value to take.
  const withReading = rows.filter(({ status }) => lastReadAt(status) !== null).length;
  const request = (list: readonly PointRow[]) =>
    call(batches.batchInit, {
      projectId: project.id,
      rows: list.map(({ id }) => ({ pointId: id })),
      onlyMissing,
      dryRun: true,
    });
  return useQuery({
    queryKey: ['points.batchInit', project.id, ids, onlyMissing, withReading],
    enabled: rows.length > 0,
    staleTime: 0,
    queryFn: async (): Promise<InitialValues[]> => {
      const lines: InitialValues[] = [];
      for (const part of inThousands(rows)) {
        const answer = await request(part);
        const answerOf = new Map(answer.points.map((each) => [each.pointId, each]));
        const problems = new Map(issuesOf(answer.problems, t, () => '').map((issue) => [issue.row, issue.words]));
        for (const [i, row] of part.entries()) {
          const one = answerOf.get(row.id);
          lines.push({
            row,
            at: one?.at ?? null,
            before: one?.before ?? {},
            after: one?.after ?? {},
            problem: problems.get(i) ?? null,
          });
        }
      }
      return lines;
    },
  });
}
