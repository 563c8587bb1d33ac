import { queryOptions, useQuery } from '@tanstack/react-query';
import { Unreachable } from '../../kernel/call.ts';
import { answerOf } from '../../kernel/whole-answer.ts';
import { type ApiDocument, referenceOf } from './reference-document.ts';

/** The document does not change while the server lives. */
const referenceQuery = queryOptions({
  queryKey: ['api-reference'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { response, text } = await answerOf({ method: 'GET', path: '/api/openapi.json', signal });
    if (!response.ok || text === null) throw new Unreachable('status', response.status);
    return referenceOf(JSON.parse(text) as ApiDocument);
  },
});

export const useReference = () => useQuery(referenceQuery);
