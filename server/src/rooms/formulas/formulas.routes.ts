import { formulas } from '@plumbline/contract/formulas';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './formulas.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, formulas, service);
