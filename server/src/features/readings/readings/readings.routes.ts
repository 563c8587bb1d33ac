import { readings } from '@plumbline/contract/readings/readings';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { download, rows } from './readings.rows.service.ts';
import { buckets, section } from './readings.sections.service.ts';
import { latest, pagination, query, statistics } from './readings.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, readings, { query, latest, pagination, rows, statistics, section, buckets, download });
