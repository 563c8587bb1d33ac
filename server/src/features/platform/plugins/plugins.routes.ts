import { plugins } from '@plumbline/contract/platform/plugins';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './plugins.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, plugins, service);
