import { stats } from '@plumbline/contract/stats';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './stats.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, stats, service);
