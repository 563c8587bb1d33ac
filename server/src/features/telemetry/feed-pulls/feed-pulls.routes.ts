import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './feed-pulls.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, feedPulls, service);
