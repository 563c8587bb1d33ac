import { wechat } from '@plumbline/contract/people/wechat';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './wechat.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, wechat, service);
