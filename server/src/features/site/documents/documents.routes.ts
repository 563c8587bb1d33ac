import { documents } from '@plumbline/contract/site/documents';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { file, list, remove, update, upload } from './documents.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, documents, { list, update, upload, file, remove });
