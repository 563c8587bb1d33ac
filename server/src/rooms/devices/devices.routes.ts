import { devices } from '@plumbline/contract/devices';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../kernel/addresses.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import { service } from './devices.service.ts';

export default (app: FastifyInstance, door: Door, { addresses }: { addresses: Addresses }) =>
  serve(app, door, devices, service(addresses));
