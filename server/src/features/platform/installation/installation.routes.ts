import { installation } from '@plumbline/contract/platform/installation';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './installation.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, installation, service);
