import { formulas } from '@plumbline/contract/readings/formulas';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { preview } from './formulas.preview.service.ts';
import * as service from './formulas.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, formulas, { ...service, preview });
