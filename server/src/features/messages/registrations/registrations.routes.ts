import { registrations } from '@plumbline/contract/messages/registrations';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './registrations.service.ts';
import * as signup from './registrations.signup.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, registrations, { ...service, ...signup });
