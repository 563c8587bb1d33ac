import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './dial-in.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, dialIn, service);
