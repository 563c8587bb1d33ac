import { tasks } from '@plumbline/contract/tasks';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './tasks.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, tasks, service);
