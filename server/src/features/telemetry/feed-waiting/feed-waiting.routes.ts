import { feedWaiting } from '@plumbline/contract/telemetry/feed-waiting';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './feed-waiting.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, feedWaiting, service);
