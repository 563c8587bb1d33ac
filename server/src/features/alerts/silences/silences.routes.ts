import { silences } from '@plumbline/contract/alerts/silences';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from '../../messages/channels/channels.api.ts';
import { create, end, list } from './silences.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, silences, { list, create: announced(create), end: announced(end) });
