import { secondMs } from '@plumbline/contract/kernel/durations';
import type { NotificationServerEvents } from '@plumbline/contract/kernel/events';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import type { PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel, PanelKind } from '@plumbline/contract/overview/dashboards.panels';
import { photos } from '@plumbline/contract/points/photos';
import { drawings } from '@plumbline/contract/site/drawings';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { download } from '../../../kernel/call.ts';
import { keyOf, markOld } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useServerEvent, useSubscription } from '../../../kernel/socket.ts';

/** How often each kind is asked for again; single values come by the socket besides. */
const againMs: Readonly<Record<PanelKind, number | false>> = {
  value: 30 * secondMs,
  curve: 30 * secondMs,
  view: false,
  drawing: 10 * secondMs,
  map: 10 * secondMs,
  alerts: 10 * secondMs,
  health: 30 * secondMs,
  structures: 10 * secondMs,
  photo: 60 * secondMs,
  text: false,
};

/** Without what does not change what it shows, so that a panel that is moved is not read again. */
const nowhere = { id: 'a', title: '', x: 0, y: 0, w: 1, h: 1 } as const;

/** Returns the content of a panel for the reader now. */
export const usePanel = (projectId: number, panel: Panel): UseQueryResult<PanelContent> =>
  useRead(
    dashboards.panel,
    { projectId, panel: { ...panel, ...(panel.kind === 'text' && { text: '' }), ...nowhere } },
    { refetchInterval: againMs[panel.kind] },
  );

type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

/** However often points report, a value is read again no sooner than after this time. */
const valuesMs = 3 * secondMs;

/** Single values are read again soon after their points have something new. */
export function useLiveValues(projectId: number): void {
  const changed = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSubscription({ projectId });
  const readAgain = useCallback(() => {
    const ids = changed.current;
    changed.current = new Set();
    timer.current = undefined;
    void markOld({
      queryKey: keyOf(dashboards.panel),
      predicate: ({ queryKey }) => {
        const input = queryKey.find((part) => typeof part === 'object' && part !== null && 'panel' in part);
        const { panel } = (input ?? {}) as { panel?: { kind: string; pointId?: number } };
        return panel?.kind === 'value' && panel.pointId !== undefined && ids.has(panel.pointId);
      },
    });
  }, []);
  const follow = useCallback(
    (states: States) => {
      if (states.projectId !== projectId) return;
      for (const { pointId } of states.points) changed.current.add(pointId);
      timer.current ??= setTimeout(readAgain, valuesMs);
    },
    [projectId, readAgain],
  );
  useServerEvent('POINT_STATES', follow, true);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** The file that a panel shows, for who is signed in. */
export async function ownPicture(panel: Panel, content: PanelContent): Promise<Blob> {
  if (panel.kind === 'drawing' && content.kind === 'drawing') {
    const { structureId, drawingId } = panel;
    return (await download(drawings.content, { structureId, drawingId, versionId: content.drawing.version.id })).blob;
  }
  if (panel.kind === 'photo' && content.kind === 'photo' && content.photo)
    return (await download(photos.file, { pointId: panel.pointId, photoId: content.photo.photoId })).blob;
  throw new Error('this panel shows no file');
}
