import { responsePlans } from '@plumbline/contract/alerts/response-plans';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { create, list, remove, update } from './response-plans.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, responsePlans, { list, create, update, remove });
