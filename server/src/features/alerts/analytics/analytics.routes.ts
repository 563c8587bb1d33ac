import { alertAnalytics } from '@plumbline/contract/alerts/analytics';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { ofProject } from './analytics.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, alertAnalytics, { ofProject });
