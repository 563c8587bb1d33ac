import { readings } from '@plumbline/contract/readings';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/db.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import { handlers } from './readings.service.ts';

export default (app: FastifyInstance, door: Door, { database }: { database: Database }) =>
  serve(app, door, readings, handlers(database.pool));
