import { corporations } from '@plumbline/contract/corporations';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './corporations.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, corporations, service);
