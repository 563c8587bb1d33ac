import { useQueryClient } from '@tanstack/react-query';
import { requestOf } from './requests.ts';

/** The requests whose answers the page draws now, as they are when this is drawn. */
export const usePageRequests = () =>
  useQueryClient()
    .getQueryCache()
    .getAll()
    .filter((query) => query.getObserversCount() > 0)
    .flatMap(({ queryHash, queryKey, state }) => {
      const request = requestOf(queryKey);
      return request === null ? [] : [{ queryHash, request, status: state.status }];
    });
