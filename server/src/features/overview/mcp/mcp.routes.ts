import { Failure } from '@plumbline/contract/kernel/errors';
import { mcp } from '@plumbline/contract/overview/mcp';
import type { FastifyInstance } from 'fastify';
import { type Access, reads, serve, urlOf } from '../../../kernel/serve.ts';
import { versions } from './logic/versions.ts';
import { answererOf } from './mcp.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, mcp, answererOf(reads(access)));
  const url = urlOf(mcp.call);
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== url) return;
    const version = request.headers['mcp-protocol-version'];
    if (version !== undefined && !versions.includes(String(version)))
      throw new Failure('badInput', [{ path: 'mcp-protocol-version', message: `one of ${versions.join(', ')}` }]);
  });
  // Clients ask for a stream of what the server says by itself, and end sessions: here is neither.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' || request.url.split('?', 1)[0] !== url) return;
    reply.header('allow', 'POST');
    throw new Failure('methodNotAllowed');
  });
};
