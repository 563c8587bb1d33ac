import type { FastifyInstance } from 'fastify';
import type { Access } from '../../../kernel/serve.ts';
import { openCallKeys } from './call-keys.http.ts';

export default (app: FastifyInstance, access: Access) => openCallKeys(app, access);
