import { licences } from '@plumbline/contract/platform/licences';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './licences.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, licences, service);
