import { privateConf } from '@plumbline/contract/platform/private-conf';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './private-conf.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, privateConf, service);
