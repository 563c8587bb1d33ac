import { models } from '@plumbline/contract/devices/models';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './models.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, models, service);
