import { bindings } from '@plumbline/contract/points/bindings';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './bindings.service.ts';
import { correctGroup } from './bindings.versions.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, bindings, { ...service, correctGroup });
