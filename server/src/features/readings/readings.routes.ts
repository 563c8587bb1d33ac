import { readings } from '@plumbline/contract/readings';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/db.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { downloadHandlers } from './readings.download.service.ts';
import { sectionHandlers } from './readings.sections.service.ts';
import { handlers } from './readings.service.ts';

export default (app: FastifyInstance, access: Access, { database: { pool } }: { database: Database }) =>
  serve(app, access, readings, {
    ...handlers(pool),
    ...sectionHandlers(pool),
    ...downloadHandlers(pool),
  });
