import { readings } from '@plumbline/contract/readings';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/db.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { changeHandlers, type Undoers } from './readings.changes.service.ts';
import { downloadHandlers } from './readings.download.service.ts';
import { estimateHandlers } from './readings.estimates.service.ts';
import { sectionHandlers } from './readings.sections.service.ts';
import { handlers } from './readings.service.ts';
import { traceHandlers } from './readings.trace.service.ts';

export default (
  app: FastifyInstance,
  access: Access,
  { database: { pool } }: { database: Database },
  undoers: Undoers,
) =>
  serve(app, access, readings, {
    ...handlers(pool),
    ...sectionHandlers(pool),
    ...downloadHandlers(pool),
    ...estimateHandlers(pool),
    ...traceHandlers(pool, undoers),
    ...changeHandlers(undoers),
  });
