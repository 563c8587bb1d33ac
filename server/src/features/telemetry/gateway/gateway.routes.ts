import { gateway } from '@plumbline/contract/telemetry/gateway';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { handlers } from './gateway.service.ts';
import type { Gateway } from './logic/gateway.ts';

export default (app: FastifyInstance, access: Access, own: Gateway | null) =>
  serve(app, access, gateway, handlers(own));
