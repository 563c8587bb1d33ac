import { structures } from '@plumbline/contract/structures';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './structures.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, structures, service);
