import { notifications } from '@plumbline/contract/alerts/notifications';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './notifications.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, notifications, service);
