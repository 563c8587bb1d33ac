import { drawings } from '@plumbline/contract/site/drawings';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { place } from './drawings.places.service.ts';
import { content, get, list, order, remove, replace, update, upload } from './drawings.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, drawings, { list, get, upload, replace, update, order, place, content, remove });
