import { lifecycle } from '@plumbline/contract/lifecycle';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { convert } from './lifecycle.kinds.service.ts';
import * as service from './lifecycle.service.ts';

export default (app: FastifyInstance, access: Access, { config }: { readonly config: Config }) => {
  const files = openFiles(config);
  serve(app, access, lifecycle, {
    ...service,
    convert,
    remove: service.remove(files),
    setImage: service.setImage(files),
    removeImage: service.removeImage(files),
    image: service.image(files),
  });
};
