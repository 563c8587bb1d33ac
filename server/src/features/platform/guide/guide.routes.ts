import { guide } from '@plumbline/contract/platform/guide';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './guide.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, guide, service);
