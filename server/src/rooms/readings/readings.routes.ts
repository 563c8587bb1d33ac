import { readings } from '@plumbline/contract/readings';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../app.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import { handlers } from './readings.service.ts';

export default (app: FastifyInstance, door: Door, { database }: Parts) =>
  serve(app, door, readings, handlers(database.pool));
