import { lifecycle } from '@plumbline/contract/points/lifecycle';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { convert } from './lifecycle.kinds.service.ts';
import * as service from './lifecycle.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, lifecycle, { ...service, convert });
