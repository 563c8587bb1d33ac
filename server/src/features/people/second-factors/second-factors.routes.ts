import { secondFactors } from '@plumbline/contract/people/second-factors';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './second-factors.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, secondFactors, service);
