/** The API for readers: /api/openapi.json for tools, made from the contract once; for people, a page of the web app shows the same. */
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.document.ts';

const hourSeconds = 3600;

/** `publicUrl` = where the calls of the document go; null = to where it was fetched. */
export function reference(app: FastifyInstance, publicUrl: string | null) {
  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(publicUrl));
    return reply.header('cache-control', `public, max-age=${hourSeconds}`).type('application/json').send(document);
  });
  // Relative, so that it leads to the page below any path.
  app.get('/api/reference', async (_request, reply) => reply.redirect('../#/api-reference'));
}
