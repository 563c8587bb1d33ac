import { users } from '@plumbline/contract/people/users';
import { userImport } from '@plumbline/contract/people/users.import';
import { userSessions } from '@plumbline/contract/people/users.sessions';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { importUsers, importUsersTemplate } from './users.import.service.ts';
import * as profile from './users.profile.service.ts';
import * as service from './users.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, users, { ...service, ...profile });
  serve(app, access, userSessions, { endSessions: service.endSessions });
  serve(app, access, userImport, { importUsers, importUsersTemplate });
};
