import { dashboards } from '@plumbline/contract/overview/dashboards';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './dashboards.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, dashboards, service);
