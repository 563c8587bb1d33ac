import { modbusServer } from '@plumbline/contract/telemetry/modbus-server';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './modbus-server.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, modbusServer, service);
