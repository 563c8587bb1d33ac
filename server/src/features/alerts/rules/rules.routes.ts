import { alertRules } from '@plumbline/contract/alerts/rules';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from '../../messages/channels/channels.api.ts';
import { create, get, list, remove, update, vendorTopo, ways } from './rules.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, alertRules, {
    list,
    get,
    ways,
    vendorTopo,
    create: announced(create),
    update: announced(update),
    remove: announced(remove),
  });
