import type { Device } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../kernel/call.ts';
import { keyOf } from '../../../kernel/queries.ts';

/** As many as one request gives. */
const pieceRows = 200;
/** A list of more pieces than this is asked again by hand: it would read every piece. */
const livePieces = 4;
const liveMs = 15_000;

type Where = { readonly corporationId: number | null } | { readonly projectId: number };

/** Devices of a warehouse or a project, piece by piece as one scrolls; what is loaded stays fresh by itself. */
export function useDeviceRows(where: Where, filter: Omit<InputOf<typeof warehouse.ofProject.input>, 'projectId'>) {
  const ofProject = 'projectId' in where;
  const route = ofProject ? warehouse.ofProject : warehouse.list;
  const input = { ...where, ...filter, pageSize: pieceRows };
  const query = useInfiniteQuery({
    // Its own word in the key: a list of pieces is not kept like one answer of the same input.
    queryKey: [...keyOf(route), input, 'pieces'],
    queryFn: ({ pageParam, signal }): Promise<{ devices: Device[]; total: number }> =>
      ofProject
        ? call(warehouse.ofProject, { ...where, ...filter, pageSize: pieceRows, page: pageParam }, { signal })
        : call(
            warehouse.list,
            { ...filter, corporationId: where.corporationId ?? 0, pageSize: pieceRows, page: pageParam },
            { signal },
          ),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * pieceRows < last.total ? all.length + 1 : undefined),
    enabled: ofProject || where.corporationId !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > livePieces ? false : liveMs),
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  const pieces = data?.pages.length ?? 0;
  // The second piece comes by itself, so that a long list is drawn as a long one from the start and does not jump.
  useEffect(() => {
    if (pieces === 1 && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [pieces, hasNextPage, isFetchingNextPage, fetchNextPage, isError]);
  const rows = useMemo(() => {
    if (!data) return undefined;
    // A device that moved from one piece to the next between two answers is shown once.
    const byId = new Map<number, Device>();
    for (const piece of data.pages) for (const device of piece.devices) byId.set(device.id, device);
    return [...byId.values()];
  }, [data]);
  return {
    rows,
    total: data?.pages[0]?.total,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}
export type DeviceRows = ReturnType<typeof useDeviceRows>;
