import { intake } from '@plumbline/contract/devices/intake';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './intake.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, intake, service);
