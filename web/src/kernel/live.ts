import { limits } from '@plumbline/contract/kernel/constants';
import { eventChanges, type NotificationServerEvents } from '@plumbline/contract/kernel/events';
import { useCallback, useRef } from 'react';
import { useCoalesced } from './coalesced.ts';
import { type Change, readAgain } from './queries.ts';
import { useServerEvent } from './socket.ts';

/** Many events in a row are answered by one reading in this time. */
const everyMs = 1_000;

type Where = Pick<Change, 'projectId' | 'pointIds' | 'deviceIds'>;
type ChangeEvent =
  | 'NEW_NOTIFICATION'
  | 'ALERTS_CHANGED'
  | 'PROJECT_SUMMARY_CHANGED'
  | 'HISTORY_CHANGED'
  | 'WAVEFORMS_CHANGED'
  | 'SITE_RECORDS_CHANGED'
  | 'RECIPIENTS_CHANGED'
  | 'UPGRADES_CHANGED'
  | 'CORPORATION_CHANGED';

/**
 * Whatever a page shows is read again when the server says that it changed, by the same tags as after a write. Placed
 * once, in the frame of all pages: a page listens to nothing but the values that an event itself carries.
 * `openProjectId` is the project of the page; null where the page is of none.
 */
export function useServerChanges(openProjectId: number | null): void {
  useChangesOf('NEW_NOTIFICATION', openProjectId, limits.notificationRefreshMs);
  useChangesOf('ALERTS_CHANGED', openProjectId, everyMs);
  useChangesOf('PROJECT_SUMMARY_CHANGED', openProjectId, everyMs);
  useChangesOf('HISTORY_CHANGED', openProjectId, everyMs);
  useChangesOf('WAVEFORMS_CHANGED', openProjectId, everyMs);
  useChangesOf('SITE_RECORDS_CHANGED', openProjectId, everyMs);
  useChangesOf('RECIPIENTS_CHANGED', openProjectId, everyMs);
  useChangesOf('UPGRADES_CHANGED', openProjectId, everyMs);
  useChangesOf('CORPORATION_CHANGED', openProjectId, everyMs);
}

/** A notification names no place; every other event says where it happened. */
const placeOf = ({ projectId, pointIds, deviceIds }: Where): Where => ({ projectId, pointIds, deviceIds });

function useChangesOf<E extends ChangeEvent>(event: E, openProjectId: number | null, waitMs: number): void {
  const waiting = useRef(new Map<string, Change>());
  const flush = useCoalesced(() => {
    const changes = [...waiting.current.values()];
    waiting.current.clear();
    return readAgain(...changes);
  }, waitMs);
  const onEvent = useCallback(
    (payload: unknown) => {
      const where = event === 'NEW_NOTIFICATION' ? {} : placeOf(payload as Where);
      waiting.current.set(JSON.stringify(where), { tags: eventChanges[event], openProjectId, ...where });
      flush();
    },
    [event, flush, openProjectId],
  );
  useServerEvent(event, onEvent as NotificationServerEvents[E]);
}
