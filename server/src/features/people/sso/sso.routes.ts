import { sso } from '@plumbline/contract/people/sso';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { openReturn } from './sso.http.ts';
import { openBackChannel } from './sso.logout.http.ts';
import * as service from './sso.service.ts';
import * as signin from './sso.signin.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, sso, { ...service, ...signin });
  openReturn(app);
  openBackChannel(app, access);
};
