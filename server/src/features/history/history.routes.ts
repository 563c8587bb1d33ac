import { history } from '@plumbline/contract/history';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../kernel/db.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { estimateHandlers } from './history.estimates.service.ts';
import { changeHandlers, type Undoers } from './history.service.ts';
import { traceHandlers } from './history.trace.service.ts';

export default (
  app: FastifyInstance,
  access: Access,
  { database: { pool } }: { database: Database },
  undoers: Undoers,
) =>
  serve(app, access, history, {
    ...changeHandlers(undoers),
    ...traceHandlers(pool, undoers),
    ...estimateHandlers(pool),
  });
