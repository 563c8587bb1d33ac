import { type AlertStatus, alertGroups, alerts } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Project } from '@plumbline/contract/site/projects';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNow } from '../../kernel/now.ts';
import { useRead } from '../../kernel/reads.ts';
import { useSearch } from '../../kernel/url-state.ts';

/** Tabs of the alert list. Invariant: it lies in the address whole, so that a link shows what its sender saw. */
export const tabs = ['all', 'Open', 'Confirm', 'FalseAlarm', 'Restore'] as const;
export type Tab = (typeof tabs)[number];
export const spans = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Span = keyof typeof spans;
export const pageSize = 50;

export function useAlertFilter() {
  const [search, setSearch] = useSearch();
  const tab = tabs.find((each) => each === search.get('status')) ?? 'all';
  const level = /^[1-4]$/.test(search.get('level') ?? '') ? Number(search.get('level')) : null;
  const span = (Object.keys(spans) as Span[]).find((each) => each === search.get('span')) ?? null;
  const keyword = search.get('keyword') ?? '';
  const number = (name: string): number | null =>
    /^\d{1,10}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : null;
  const isListAlone = search.get('alert') === null && search.get('storm') === null;
  const set = useCallback(
    (change: Readonly<Record<string, string | number | null>>) =>
      setSearch(
        (next) => {
          // Another choice begins on the first page.
          if (!('alert' in change) && !('storm' in change) && !('page' in change)) next.delete('page');
          for (const [key, value] of Object.entries(change)) {
            if (value === null || value === '' || value === 'all') next.delete(key);
            else next.set(key, String(value));
          }
          return next;
        },
        // On a phone an open alert covers the list: Back closes it, and does not leave the page.
        { back: isListAlone && ((change['alert'] ?? null) !== null || (change['storm'] ?? null) !== null) },
      ),
    [setSearch, isListAlone],
  );
  return {
    tab,
    level,
    span,
    keyword,
    group: alertGroups.find((each) => each === search.get('group')) ?? null,
    stormOf: number('storm'),
    isMine: search.get('mine') === '1',
    pointId: number('point'),
    page: number('page') ?? 1,
    alertId: number('alert'),
    set,
  };
}
export type AlertFilter = ReturnType<typeof useAlertFilter>;

/** The page of alerts for a filter, of one project or of all. */
export function useAlerts(
  { tab, level, span, keyword, isMine, group, pointId, page }: AlertFilter,
  project: Project | null,
) {
  // In steps of an hour, so that the same question stays the same.
  const now = useNow(3_600_000);
  const input = useMemo(
    () => ({
      page,
      pageSize,
      ...(tab === 'all' ? {} : { status: tab }),
      ...(level === null ? {} : { level }),
      ...(keyword === '' ? {} : { keyword }),
      ...(pointId === null ? {} : { pointId }),
      ...(group === null ? {} : { group }),
      ...(isMine ? { mine: 'true' } : {}),
      ...(span === null ? {} : { from: new Date(now - spans[span] * dayMs).toISOString() }),
    }),
    [page, tab, level, keyword, isMine, group, pointId, span, now],
  );
  const all = useRead(alerts.list, input, {
    enabled: project === null,
    placeholderData: keepPreviousData,
  });
  const ofProject = useRead(
    alerts.ofProject,
    { projectId: project?.id ?? 0, ...input },
    {
      enabled: project !== null,
      placeholderData: keepPreviousData,
    },
  );
  return project === null ? all : ofProject;
}

/** How many alerts a tab holds. Pending counts Pending and Notice together (specification 4). */
export function countOf(tab: Tab, counts: Readonly<Record<AlertStatus, number>>): number {
  if (tab === 'all') return Object.values(counts).reduce((sum, count) => sum + count, 0);
  return tab === 'Open' ? counts.Pending + counts.Notice : counts[tab];
}
