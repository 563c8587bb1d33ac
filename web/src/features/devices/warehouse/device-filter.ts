import { connectionStates, deviceTypes, healthStatuses } from '@plumbline/contract/devices/devices.words';
import { deviceSorts } from '@plumbline/contract/devices/warehouse';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useUrlChange } from '../../../kernel/url-state.ts';

/** What a list of devices is narrowed to, how it is sorted and which device is open: all of it in the address. */
const hiddens = ['yes', 'all'] as const;
const yesNo = ['yes', 'no'] as const;
/** Names in the address of everything that narrows. */
const narrowing = [
  'q',
  'health',
  'connection',
  'type',
  'series',
  'model',
  'mounted',
  'hidden',
  'warned',
  'unbound',
] as const;
export type Narrowing = (typeof narrowing)[number];

/** What the address narrows a list of devices to; what it does not name, or names wrongly, is null. */
function narrowedTo(search: URLSearchParams) {
  const oneOf = <T extends string>(name: string, list: readonly T[]): T | null =>
    list.find((each) => each === search.get(name)) ?? null;
  const flag = (name: string): boolean | null => {
    const choice = oneOf(name, yesNo);
    return choice === null ? null : choice === 'yes';
  };
  return {
    keyword: search.get('q') ?? '',
    health: oneOf('health', healthStatuses),
    connection: oneOf('connection', connectionStates),
    type: oneOf('type', deviceTypes),
    series: search.get('series')?.slice(0, 32) || null,
    model: search.get('model')?.slice(0, 32) || null,
    mounted: flag('mounted'),
    hidden: oneOf('hidden', hiddens),
    warned: flag('warned'),
    unbound: flag('unbound'),
    sort: oneOf('sort', deviceSorts),
    descending: search.get('order') === 'desc',
  };
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** The same as the list routes take it, without the page. */
const queryOf = (to: ReturnType<typeof narrowedTo>) => ({
  ...(to.keyword.trim() === '' ? {} : { keyword: to.keyword.trim().slice(0, 50) }),
  ...(to.health ? { health: to.health } : {}),
  ...(to.connection ? { connection: to.connection } : {}),
  ...(to.type ? { type: to.type } : {}),
  ...(to.series ? { series: to.series } : {}),
  ...(to.model ? { model: to.model } : {}),
  ...(to.hidden ? { hidden: to.hidden } : {}),
  ...(to.mounted === null ? {} : { mounted: yesOrNo(to.mounted) }),
  ...(to.warned === null ? {} : { warned: yesOrNo(to.warned) }),
  ...(to.unbound === null ? {} : { unbound: yesOrNo(to.unbound) }),
  ...(to.sort ? { sort: to.sort } : {}),
  ...(to.descending ? { order: 'desc' as const } : {}),
});

const noFilters: Readonly<Record<string, null>> = Object.fromEntries(narrowing.map((name) => [name, null]));

export function useDeviceFilter() {
  const [search] = useSearchParams();
  const set = useUrlChange();
  return useMemo(() => {
    const to = narrowedTo(search);
    return {
      ...to,
      deviceId: Number(search.get('device')) || null,
      isNarrowed: narrowing.some((name) => (search.get(name) ?? '') !== ''),
      /** What the address says of one of them, or ''. */
      textOf: (name: Narrowing): string => search.get(name) ?? '',
      /** As the list routes take it, without the page. */
      query: queryOf(to),
      set: (change: Partial<Record<Narrowing, string | null>>) => set(change as Record<string, string | null>),
      /** Everything that narrows is taken back but what is given. */
      only: (change: Partial<Record<Narrowing, string>>) => set({ ...noFilters, ...change }),
      setSort: (by: string | null, down: boolean) => set({ sort: by, order: by !== null && down ? 'desc' : null }),
      open: (deviceId: number) => set({ device: String(deviceId) }),
      close: () => set({ device: null }),
      clear: () => set({ ...noFilters }),
    };
  }, [search, set]);
}
export type DeviceFilter = ReturnType<typeof useDeviceFilter>;
