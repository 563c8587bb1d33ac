import { pushes } from '@plumbline/contract/alerts/pushes';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { list, subscribe, test, unsubscribe, update } from './pushes.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, pushes, { list, subscribe, update, unsubscribe, test });
