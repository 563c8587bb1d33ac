import { Failure } from '@plumbline/contract/kernel/errors';
import { sensorthings } from '@plumbline/contract/views/sensorthings';
import type { FastifyInstance } from 'fastify';
import { type Access, serve, urlOf } from '../../../kernel/serve.ts';
import * as service from './sensorthings.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, sensorthings, service);
  // Programs that would write are told that nothing is written here, not that nothing is there.
  const root = urlOf(sensorthings.root);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !`${request.url.split('?', 1)[0]}/`.startsWith(`${root}/`)) return;
    reply.header('allow', 'GET, HEAD');
    throw new Failure('methodNotAllowed');
  });
};
