import { tasks } from '@plumbline/contract/tasks';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import * as service from './tasks.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, tasks, service);
