import { imports } from '@plumbline/contract/imports';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import type { Database } from '../../kernel/db.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { entryHandlers } from './imports.entries.service.ts';
import { exportHandlers } from './imports.exports.service.ts';
import * as mappings from './imports.mappings.service.ts';
import { importHandlers } from './imports.service.ts';
import type { ReadingParts } from './logic/export-plan.ts';
import type { ManualWriter } from './logic/manual-writes.ts';

export default (
  app: FastifyInstance,
  access: Access,
  { config, database }: { readonly config: Config; readonly database: Database },
  manualWriter: ManualWriter,
  readings: ReadingParts,
) => {
  const files = openFiles(config);
  serve(app, access, imports, {
    ...entryHandlers(manualWriter),
    ...importHandlers(files, manualWriter),
    ...mappings,
    ...exportHandlers(files, database.pool, readings),
  });
};
