import { models } from '@plumbline/contract/models';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './models.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, models, service);
