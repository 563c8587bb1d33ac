import { roles } from '@plumbline/contract/roles';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './roles.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, roles, service);
