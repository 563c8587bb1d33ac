import { walls } from '@plumbline/contract/overview/walls';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { open, picture, slide } from './walls.open.service.ts';
import { create, list, remove, renewLink, update } from './walls.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, walls, { list, create, update, renewLink, remove, open, slide, picture });
