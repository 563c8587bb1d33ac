import { analysis } from '@plumbline/contract/views/analysis';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { distribution, relation } from './analysis.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, analysis, { relation, distribution });
