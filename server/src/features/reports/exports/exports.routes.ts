import { exports } from '@plumbline/contract/reports/exports';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './exports.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, exports, service);
