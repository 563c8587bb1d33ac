import { stats } from '@plumbline/contract/overview/stats';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './stats.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, stats, service);
