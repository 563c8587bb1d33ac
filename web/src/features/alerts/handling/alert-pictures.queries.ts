import { alerts } from '@plumbline/contract/alerts/alerts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { download } from '../../../kernel/call.ts';

/** The address under which a picture of an alert is shown. A file never becomes another: it is fetched once, and kept a while. */
export function useAlertPicture(alertId: number, fileId: number): string | null {
  const { data } = useQuery({
    queryKey: [alerts.file.path, alertId, fileId],
    queryFn: async () => (await download(alerts.file, { alertId, fileId })).blob,
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
  return address;
}
