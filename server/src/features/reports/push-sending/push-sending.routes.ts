import { pushSending } from '@plumbline/contract/reports/push-sending';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './push-sending.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, pushSending, service);
