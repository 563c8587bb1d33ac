import { userGroups } from '@plumbline/contract/people/user-groups';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './user-groups.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, userGroups, service);
