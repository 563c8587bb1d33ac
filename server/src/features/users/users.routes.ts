import { users } from '@plumbline/contract/users';
import { userSessions } from '@plumbline/contract/users.sessions';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import * as profile from './users.profile.service.ts';
import * as service from './users.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, users, { ...service, ...profile });
  serve(app, access, userSessions, { endSessions: service.endSessions });
};
