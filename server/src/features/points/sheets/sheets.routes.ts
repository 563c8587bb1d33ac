import { sheets } from '@plumbline/contract/points/sheets';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as editing from './sheets.edit.service.ts';
import * as settingUp from './sheets.setup.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, sheets, { ...editing, ...settingUp });
