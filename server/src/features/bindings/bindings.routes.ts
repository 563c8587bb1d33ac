import { bindings } from '@plumbline/contract/bindings';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import * as service from './bindings.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, bindings, { ...service });
