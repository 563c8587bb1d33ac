import { connections } from '@plumbline/contract/devices/connections';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './connections.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, connections, service);
