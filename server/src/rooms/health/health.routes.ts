import { health } from '@plumbline/contract/health';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './health.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, health, service);
