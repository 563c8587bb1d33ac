import { sessions } from '@plumbline/contract/people/sessions';
import { ownSessions } from '@plumbline/contract/people/sessions.own';
import { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { firstSetup } from '@plumbline/contract/people/sessions.setup';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as own from './sessions.own.service.ts';
import * as service from './sessions.service.ts';
import * as first from './sessions.setup.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, sessions, {
    loginInfo: first.loginInfo,
    signin: service.signin,
    session: (context) => service.session(context),
    signout: service.signout,
  });
  serve(app, access, firstSetup, { setup: first.setup });
  serve(app, access, secondStep, { signinCode: service.signinCode });
  serve(app, access, ownSessions, own);
};
