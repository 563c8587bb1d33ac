import { photos } from '@plumbline/contract/points/photos';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { file, latest, list, remove, update, upload } from './photos.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, photos, { list, latest, upload, update, file, remove });
