import { type PublicStatus, statusPages } from '@plumbline/contract/overview/status-pages';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../kernel/call.ts';
import { keyOf } from '../../../kernel/queries.ts';

const refetchInterval = 30_000;

/** Returns the content of a status page, read again twice a minute; a page that stays open is one opening. */
export function usePublicStatus(token: string) {
  const openedToken = useRef<string | null>(null);
  return useQuery<PublicStatus>({
    queryKey: [...keyOf(statusPages.open), token],
    queryFn: async ({ signal }) => {
      const again = openedToken.current === token;
      const answer = await call(statusPages.open, { token, again }, { signal });
      openedToken.current = token;
      return answer;
    },
    refetchInterval,
    refetchIntervalInBackground: true,
    staleTime: refetchInterval,
  });
}
