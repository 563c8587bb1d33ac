import { imports } from '@plumbline/contract/imports';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/db.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import { entryHandlers } from './imports.entries.service.ts';
import type { ReadingParts } from './imports.exports.plan.ts';
import { exportHandlers } from './imports.exports.service.ts';
import type { ByHand } from './imports.hands.ts';
import * as mappings from './imports.mappings.service.ts';
import { importHandlers } from './imports.service.ts';

export default (
  app: FastifyInstance,
  door: Door,
  { config, database }: { readonly config: Config; readonly database: Database },
  byHand: ByHand,
  readings: ReadingParts,
) => {
  const files = openFiles(config);
  serve(app, door, imports, {
    ...entryHandlers(byHand),
    ...importHandlers(files, byHand),
    ...mappings,
    ...exportHandlers(files, database.pool, readings),
  });
};
