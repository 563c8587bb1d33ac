import { batches } from '@plumbline/contract/points/batches';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { batchCreate } from './batches.create.api.ts';
import { batchEdit } from './batches.edit.api.ts';
import * as settings from './batches.set.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, batches, { ...settings, batchCreate, batchEdit });
