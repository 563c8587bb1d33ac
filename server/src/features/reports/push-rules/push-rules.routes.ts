import { pushRules } from '@plumbline/contract/reports/push-rules';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './push-rules.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, pushRules, service);
