import { users } from '@plumbline/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import * as profile from './users.profile.service.ts';
import * as service from './users.service.ts';

export default (app: FastifyInstance, access: Access, { config }: { readonly config: Config }) => {
  const files = openFiles(config);
  serve(app, access, users, {
    ...service,
    ...profile,
    remove: service.remove(files),
    setAvatar: profile.setAvatar(files),
    avatar: profile.avatar(files),
  });
};
