import { points } from '@plumbline/contract/points/points';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as lists from './points.lists.service.ts';
import * as service from './points.service.ts';
import * as settings from './points.settings.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, points, { ...service, ...lists, ...settings });
