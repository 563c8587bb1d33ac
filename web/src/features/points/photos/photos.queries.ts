import { photos } from '@plumbline/contract/points/photos';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { download } from '../../../kernel/call.ts';

/** The address under which a photo is shown. A photo never becomes another: it is fetched once, when `isWanted`, and kept a while. */
export function usePhotoAddress(pointId: number, photoId: number, enabled: boolean) {
  const { data, isError } = useQuery({
    queryKey: [photos.file.path, pointId, photoId],
    queryFn: async () => (await download(photos.file, { pointId, photoId })).blob,
    enabled: enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data]);
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address);
    },
    [address],
  );
  return { address, isFailed: isError };
}
