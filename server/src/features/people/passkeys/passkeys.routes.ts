import { passkeys } from '@plumbline/contract/people/passkeys';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './passkeys.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, passkeys, service);
