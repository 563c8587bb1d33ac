import { points } from '@plumbline/contract/points';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as service from './points.service.ts';
import { setThresholds } from './points.thresholds.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, points, { ...service, setThresholds });
