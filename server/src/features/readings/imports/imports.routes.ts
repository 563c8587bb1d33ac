import { imports } from '@plumbline/contract/readings/imports';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as entries from './imports.entries.service.ts';
import { makePoints } from './imports.points.service.ts';
import { importProbe } from './imports.probe.service.ts';
import * as service from './imports.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, imports, { ...entries, ...service, importProbe, makePoints });
