import { commissioning } from '@plumbline/contract/points/commissioning';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './commissioning.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, commissioning, service);
