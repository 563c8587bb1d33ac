import { tilesets } from '@plumbline/contract/site/tilesets';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { add, file, list, remove, upload } from './tilesets.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, tilesets, { list, add, upload, file, remove });
