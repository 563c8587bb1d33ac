import { releases } from '@plumbline/contract/platform/releases';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './releases.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, releases, service);
