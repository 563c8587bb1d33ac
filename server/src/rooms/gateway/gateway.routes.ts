import { gateway } from '@plumbline/contract/gateway';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import { handlers } from './gateway.service.ts';
import type { Gateway } from './gateway.ts';

export default (app: FastifyInstance, door: Door, own: Gateway | null) => serve(app, door, gateway, handlers(own));
