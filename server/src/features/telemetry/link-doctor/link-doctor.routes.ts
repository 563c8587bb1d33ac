import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './link-doctor.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, linkDoctor, service);
