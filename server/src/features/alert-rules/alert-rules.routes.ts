import { alertRules } from '@plumbline/contract/alert-rules';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { create, get, list, remove, update, vendorTopo, ways } from './alert-rules.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, alertRules, { list, get, create, update, remove, ways, vendorTopo });
