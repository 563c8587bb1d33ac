import { devices } from '@plumbline/contract/devices/devices';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as chain from './devices.chain.service.ts';
import * as service from './devices.service.ts';
import * as settings from './devices.settings.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, devices, { ...service, ...settings, ...chain });
