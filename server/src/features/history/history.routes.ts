import { history } from '@plumbline/contract/history';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { estimateInitshift, estimateShift } from './history.estimates.service.ts';
import { changeHandlers, type Undoers } from './history.service.ts';
import { traceHandlers } from './history.trace.service.ts';

/** `undoers` = of acts that the pipeline makes. */
export default (app: FastifyInstance, access: Access, undoers: Undoers) =>
  serve(app, access, history, {
    ...changeHandlers(undoers),
    ...traceHandlers(undoers),
    estimateShift,
    estimateInitshift,
  });
