import { imports } from '@plumbline/contract/imports';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { entryHandlers } from './imports.entries.service.ts';
import type { ManualWriter } from './imports.manual.api.ts';
import * as mappings from './imports.mappings.service.ts';
import * as service from './imports.service.ts';

/** `manualWriter` = the pipeline's entrance for what people bring. */
export default (app: FastifyInstance, access: Access, manualWriter: ManualWriter) =>
  serve(app, access, imports, { ...entryHandlers(manualWriter), ...service, ...mappings });
