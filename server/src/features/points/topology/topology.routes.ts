import { topology } from '@plumbline/contract/points/topology';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './topology.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, topology, service);
