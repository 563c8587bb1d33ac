import { sheets } from '@plumbline/contract/sheets';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import type { PointBatches } from './logic/point-batches.ts';
import { editing } from './sheets.edit.service.ts';
import { settingUp } from './sheets.setup.service.ts';

export default (app: FastifyInstance, access: Access, points: PointBatches) =>
  serve(app, access, sheets, { ...editing(points), ...settingUp(points) });
