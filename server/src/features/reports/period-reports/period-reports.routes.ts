import { periodReports } from '@plumbline/contract/reports/period-reports';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './period-reports.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, periodReports, service);
