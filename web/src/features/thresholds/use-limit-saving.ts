import { Failure } from '@plumbline/contract/errors';
import { thresholds } from '@plumbline/contract/thresholds';
import { versionOf } from '@plumbline/contract/versions';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { read } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import { inThousands } from '../batches/chosen-points.parts.ts';
import { problemsIn } from '../batches/row-problems.parts.ts';
import { isStill, type LimitChange } from './threshold-rows.ts';

/**
 * Saves changes of limits that were looked through. Throws changedMeanwhile where somebody was first; what is saved can
 * be taken back for as long as it is offered.
 */
export function useLimitSaving(): (list: readonly LimitChange[], reason: string) => Promise<void> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: batchThresholds } = useWrite(thresholds.batchThresholds);
  const { project } = useProject();
  /** Writes each point's limits whole, and only over those that its author saw. */
  const send = async (list: readonly LimitChange[], reason: string): Promise<void> => {
    for (const part of inThousands(list))
      await batchThresholds({
        projectId: project.id,
        mode: 'replace',
        reason,
        rows: part.map(({ pointId, before, after }) => ({
          pointId,
          thresholds: [...after],
          version: versionOf(before, []),
        })),
      });
  };
  const takeBack = async (list: readonly LimitChange[]): Promise<void> => {
    const { points: now } = await read(thresholds.projectThresholds, { projectId: project.id });
    const present = new Map(now.map((each) => [each.pointId, each.thresholds]));
    // What somebody has changed since is not taken back over their heads.
    if (!isStill(list, present)) throw new Failure('changedMeanwhile');
    await send(
      list.map(({ pointId, before }) => ({ pointId, before: present.get(pointId) ?? [], after: before })),
      t('thresholds:table.takenBack'),
    );
  };
  return async (list, reason) => {
    try {
      await send(list, reason);
    } catch (error) {
      // What the other made of it comes, and what was typed here stays.
      if (problemsIn(error)?.some(({ error: name }) => name === 'changedMeanwhile')) {
        throw new Failure('changedMeanwhile');
      }
      throw error;
    }
    toasts.done(t('thresholds:table.saved', { count: list.length }), {
      words: t('readings:change.undo'),
      run: () => takeBack(list),
    });
  };
}
