import { charts } from '@plumbline/contract/points/charts';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './charts.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, charts, { ...service });
