import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './warehouse.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, warehouse, service);
