import { work } from '@plumbline/contract/platform/work';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './work.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, work, service);
