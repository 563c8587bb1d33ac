import { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './corporation-removal.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, corporationRemoval, service);
