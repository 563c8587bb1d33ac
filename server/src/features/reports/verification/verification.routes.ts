import { reportVerification } from '@plumbline/contract/reports/verification';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './verification.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, reportVerification, service);
