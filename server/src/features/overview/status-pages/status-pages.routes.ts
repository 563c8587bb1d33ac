import { statusPages } from '@plumbline/contract/overview/status-pages';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from '../../messages/channels/channels.api.ts';
import { open } from './status-pages.open.service.ts';
import { create, list, remove, renewLink, update } from './status-pages.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, statusPages, {
    list,
    create: announced(create),
    update: announced(update),
    renewLink: announced(renewLink),
    remove: announced(remove),
    open,
  });
