import { corporations } from '@plumbline/contract/people/corporations';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as brand from './corporations.brand.service.ts';
import * as service from './corporations.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, corporations, { ...service, ...brand });
