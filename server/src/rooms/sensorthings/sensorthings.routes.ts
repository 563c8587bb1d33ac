import { sensorthings } from '@plumbline/contract/sensorthings';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './sensorthings.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, sensorthings, service);
