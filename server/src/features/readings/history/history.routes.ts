import { history } from '@plumbline/contract/readings/history';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { estimateInitshift, estimateShift } from './history.estimates.service.ts';
import { changes, flag, remove, undo } from './history.service.ts';
import { estimateTc } from './history.temperature.service.ts';
import { trace } from './history.trace.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, history, {
    delete: remove,
    flag,
    changes,
    undo,
    trace,
    estimateShift,
    estimateInitshift,
    estimateTc,
  });
