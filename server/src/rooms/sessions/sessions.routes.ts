import { sessions } from '@plumbline/contract/sessions';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './sessions.service.ts';
import * as first from './sessions.setup.service.ts';

export default (app: FastifyInstance, door: Door, { config }: { readonly config: Config }) =>
  serve(app, door, sessions, {
    loginInfo: first.loginInfo(config),
    signin: service.signin(door),
    session: (context) => service.session(context),
    signout: service.signout,
    setup: first.setup(door),
  });
