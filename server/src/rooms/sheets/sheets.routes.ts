import { sheets } from '@plumbline/contract/sheets';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import type { PointBatches } from './sheets.asks.ts';
import { editing } from './sheets.edit.service.ts';
import { settingUp } from './sheets.setup.service.ts';

export default (app: FastifyInstance, door: Door, points: PointBatches) =>
  serve(app, door, sheets, { ...editing(points), ...settingUp(points) });
