import { deviceSorts } from '@plumbline/contract/devices';
import { connections, deviceTypes, healthStatuses } from '@plumbline/contract/devices.words';
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

export function useDeviceFilter() {
  const [search] = useSearchParams();
  const set = useUrlChange();
  return useMemo(() => {
    const keyword = search.get('q') ?? '';
    const oneOf = <T extends string>(name: string, list: readonly T[]): T | null =>
      list.find((each) => each === search.get(name)) ?? null;
    const flag = (name: string): boolean | null => {
      const choice = oneOf(name, yesNo);
      return choice === null ? null : choice === 'yes';
    };
    const health = oneOf('health', healthStatuses);
    const connection = oneOf('connection', connections);
    const type = oneOf('type', deviceTypes);
    const hidden = oneOf('hidden', hiddens);
    const sort = oneOf('sort', deviceSorts);
    const series = search.get('series')?.slice(0, 32) || null;
    const model = search.get('model')?.slice(0, 32) || null;
    const [mounted, warned, unbound] = [flag('mounted'), flag('warned'), flag('unbound')];
    const descending = search.get('order') === 'desc';
    return {
      keyword,
      health,
      connection,
      type,
      series,
      model,
      mounted,
      hidden,
      warned,
      unbound,
      sort,
      descending,
      deviceId: Number(search.get('device')) || null,
      isNarrowed: narrowing.some((name) => (search.get(name) ?? '') !== ''),
      /** What the address says of one of them, or ''. */
      textOf: (name: Narrowing): string => search.get(name) ?? '',
      /** As the list routes take it, without the page. */
      query: {
        ...(keyword.trim() === '' ? {} : { keyword: keyword.trim().slice(0, 50) }),
        ...(health ? { health } : {}),
        ...(connection ? { connection } : {}),
        ...(type ? { type } : {}),
        ...(series ? { series } : {}),
        ...(model ? { model } : {}),
        ...(hidden ? { hidden } : {}),
        ...(mounted === null ? {} : { mounted: mounted ? 'yes' : 'no' }),
        ...(warned === null ? {} : { warned: warned ? 'yes' : 'no' }),
        ...(unbound === null ? {} : { unbound: unbound ? 'yes' : 'no' }),
        ...(sort ? { sort } : {}),
        ...(descending ? { order: 'desc' as const } : {}),
      },
      set: (change: Partial<Record<Narrowing, string | null>>) => set(change as Record<string, string | null>),
      /** Everything that narrows is taken back but what is given. */
      only: (change: Partial<Record<Narrowing, string>>) =>
        set({ ...Object.fromEntries(narrowing.map((name) => [name, null])), ...change }),
      setSort: (by: string | null, down: boolean) => set({ sort: by, order: by !== null && down ? 'desc' : null }),
      open: (deviceId: number) => set({ device: String(deviceId) }),
      close: () => set({ device: null }),
      clear: () => set(Object.fromEntries(narrowing.map((name) => [name, null]))),
    };
  }, [search, set]);
}
export type DeviceFilter = ReturnType<typeof useDeviceFilter>;
