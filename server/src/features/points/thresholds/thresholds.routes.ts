import { thresholds } from '@plumbline/contract/points/thresholds';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as batch from './thresholds.batch.api.ts';
import * as service from './thresholds.service.ts';
import * as templates from './thresholds.templates.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, thresholds, { ...service, ...batch, ...templates });
