import { health } from '@plumbline/contract/telemetry/health';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './health.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, health, service);
