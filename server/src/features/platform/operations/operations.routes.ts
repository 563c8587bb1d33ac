import { operations } from '@plumbline/contract/platform/operations';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './operations.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, operations, service);
