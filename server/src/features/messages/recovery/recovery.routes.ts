import { recovery } from '@plumbline/contract/messages/recovery';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './recovery.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, recovery, service);
