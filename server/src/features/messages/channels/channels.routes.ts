import { channels } from '@plumbline/contract/messages/channels';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from './channels.api.ts';
import { create, list, remove, test, update } from './channels.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, channels, {
    list,
    test,
    create: announced(create),
    update: announced(update),
    remove: announced(remove),
  });
