import { alertCauses } from '@plumbline/contract/alerts/causes';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { create, list, ofProject, remove, update } from './causes.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, alertCauses, { list, ofProject, create, update, remove });
