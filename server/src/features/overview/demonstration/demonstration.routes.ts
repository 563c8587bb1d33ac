import { demonstration } from '@plumbline/contract/overview/demonstration';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './demonstration.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, demonstration, service);
