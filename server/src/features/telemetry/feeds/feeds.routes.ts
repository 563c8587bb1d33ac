import { feeds } from '@plumbline/contract/telemetry/feeds';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as devices from './feeds.devices.service.ts';
import * as service from './feeds.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, feeds, { ...service, ...devices });
