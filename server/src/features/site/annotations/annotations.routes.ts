import { annotations } from '@plumbline/contract/site/annotations';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { create, list, remove, update } from './annotations.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, annotations, { list, create, update, remove });
