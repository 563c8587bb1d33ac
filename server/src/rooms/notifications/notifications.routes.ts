import { notifications } from '@plumbline/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './notifications.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, notifications, service);
