import { sessions } from '@plumbline/contract/sessions';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import * as service from './sessions.service.ts';
import * as first from './sessions.setup.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, sessions, {
    loginInfo: first.loginInfo,
    signin: service.signin,
    session: (context) => service.session(context),
    signout: service.signout,
    setup: first.setup,
  });
