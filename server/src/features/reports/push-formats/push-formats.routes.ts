import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './push-formats.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, customPushTypes, service);
