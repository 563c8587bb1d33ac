import { attachments } from '@plumbline/contract/telemetry/attachments';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './attachments.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, attachments, service);
