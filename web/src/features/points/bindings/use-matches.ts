import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { batches } from '@plumbline/contract/points/batches';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { issuesOf, problemsIn } from '../points/row-problems.parts.ts';
import { type FreeChannel, propose, suits } from './match.ts';

/** Channels for points, as they are proposed or chosen, until they are bound at once. `wrong`: what the server has against one. */
export function useMatches(open: readonly PointRow[], free: readonly FreeChannel[]) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [pairs, setPairs] = useState<ReadonlyMap<number, string>>(new Map());
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const channels = new Map(free.map((each) => [each.id, each]));
  const matchedIds = new Set(pairs.values());
  const left = free.filter(({ id }) => !matchedIds.has(id));
  const pair = (pointId: number, channelId: string | null): void => {
    const next = new Map([...pairs].filter(([point, channel]) => point !== pointId && channel !== channelId));
    if (channelId !== null) next.set(pointId, channelId);
    setPairs(next);
    setWrong(new Map());
  };
  /** The pair that a dragged channel and the point under it make, where the samples suit. */
  const drop = (pointId: number, channelId: string): void => {
    const [point, channel] = [open.find(({ id }) => id === pointId), channels.get(channelId)];
    if (!point || !channel) return;
    if (suits(point, channel)) pair(pointId, channelId);
    else toasts.warn(t('bindings:match.unsuitable', { name: point.name }));
  };
  /** Pairs by names; those that somebody has set stay as they are. */
  const proposeRemaining = (): void => {
    const proposal = propose(
      open.filter(({ id }) => !pairs.has(id)),
      left,
    );
    setPairs(new Map([...pairs, ...proposal]));
    setWrong(new Map());
    if (proposal.size === 0) toasts.warn(t('bindings:match.noneFound'));
  };
  const clear = (): void => setPairs(new Map());
  const bind = useBinding(open, channels, setWrong, clear);
  const channelOf = (pointId: number): FreeChannel | undefined => channels.get(pairs.get(pointId) ?? '');
  return {
    count: pairs.size,
    channelOf,
    left,
    wrong,
    pair,
    drop,
    proposeRest: proposeRemaining,
    clear,
    bind: () => bind.mutateAsync(pairs),
    isBinding: bind.isPending,
  };
}
export type Matches = ReturnType<typeof useMatches>;

function useBinding(
  open: readonly PointRow[],
  channels: ReadonlyMap<string, FreeChannel>,
  onWrong: (wrong: ReadonlyMap<number, string>) => void,
  onBound: () => void,
) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: batchEdit } = useWrite(batches.batchEdit);
  return useMutation({
    mutationFn: async (pairs: ReadonlyMap<number, string>) => {
      const list = [...pairs];
      const rows = list.map(([pointId, channelId]) => {
        const { sncode, channel, mode } = getOrThrow(channels, channelId);
        const point = open.find(({ id }) => id === pointId);
        return { pointId, set: { sncode, channel, ...(point?.mode === mode ? {} : { mode }) } };
      });
      try {
        await batchEdit({ projectId: project.id, rows, reason: t('bindings:match.reason') });
      } catch (error) {
        const issues = issuesOf(problemsIn(error) ?? [], t, () => '');
        onWrong(
          new Map(issues.flatMap(({ row, words }) => list.slice(row, row + 1).map(([pointId]) => [pointId, words]))),
        );
        throw error;
      }
      return list.length;
    },
    onSuccess: (count) => {
      onBound();
      toasts.done(t('bindings:match.done', { count }));
    },
    onError: toasts.failed,
  });
}
