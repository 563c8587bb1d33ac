import { type Device, healthStatuses } from '@plumbline/contract/devices';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useUrlChange } from '../../kernel/url-state.ts';

/** What a list of devices is narrowed to, where it stands and which device is open: all of it in the address. */
export const pageSize = 50;
const connections = ['connected', 'notConnected'] as const;

export function useDeviceFilter() {
  const [search] = useSearchParams();
  const set = useUrlChange();
  return useMemo(() => {
    const keyword = search.get('q') ?? '';
    const health = healthStatuses.find((each) => each === search.get('health')) ?? null;
    const connection = connections.find((each) => each === search.get('connection')) ?? null;
    const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
    return {
      keyword,
      health,
      connection,
      page,
      deviceId: Number(search.get('device')) || null,
      isNarrowed: keyword !== '' || health !== null || connection !== null,
      /** As the list routes take it. */
      asked: {
        ...(keyword.trim() === '' ? {} : { keyword: keyword.trim() }),
        ...(health ? { health } : {}),
        ...(connection ? { connection } : {}),
        page,
        pageSize,
      },
      setKeyword: (text: string) => set({ q: text, page: null }),
      setHealth: (next: Device['health'] | null) => set({ health: next, page: null }),
      setConnection: (next: (typeof connections)[number] | null) => set({ connection: next, page: null }),
      setPage: (next: number) => set({ page: next === 1 ? null : String(next) }),
      open: (deviceId: number) => set({ device: String(deviceId) }),
      close: () => set({ device: null }),
      clear: () => set({ q: null, health: null, connection: null, page: null }),
    };
  }, [search, set]);
}
export type DeviceFilter = ReturnType<typeof useDeviceFilter>;
