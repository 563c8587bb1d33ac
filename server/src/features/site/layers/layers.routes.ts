import { layers } from '@plumbline/contract/site/layers';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { content, file, tile } from './layers.files.service.ts';
import { list, order, remove, replace, update, upload } from './layers.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, layers, { list, upload, replace, update, order, content, tile, file, remove });
