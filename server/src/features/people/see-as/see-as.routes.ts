import { seeAs } from '@plumbline/contract/people/see-as';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './see-as.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, seeAs, service);
