import { onDuty } from '@plumbline/contract/alerts/on-duty';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './on-duty.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, onDuty, service);
