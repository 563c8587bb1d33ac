import { alerts } from '@plumbline/contract/alerts';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import { backTest, backTestMany } from './alerts.backtest.service.ts';
import { get, list, ofProject, setStatus } from './alerts.service.ts';

export default (app: FastifyInstance, door: Door) =>
  serve(app, door, alerts, { backTest, backTestMany, ofProject, list, get, setStatus });
