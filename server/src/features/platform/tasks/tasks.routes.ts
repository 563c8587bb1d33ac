import { tasks } from '@plumbline/contract/platform/tasks';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './tasks.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, tasks, service);
