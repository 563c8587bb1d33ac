import { conditions } from '@plumbline/contract/alerts/conditions';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { backTest } from './conditions.backtest.service.ts';
import { changes, create, list, remove, update } from './conditions.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, conditions, { list, create, update, remove, changes, backTest });
