import { roles } from '@plumbline/contract/people/roles';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './roles.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, roles, service);
