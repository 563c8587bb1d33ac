import { alerts } from '@plumbline/contract/alerts/alerts';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { backTest, backTestMany } from './alerts.backtest.service.ts';
import { file, removeFile, upload } from './alerts.files.service.ts';
import * as handling from './alerts.handling.service.ts';
import { comment, commentMany, get, list, ofProject, setStatus, setStatuses } from './alerts.service.ts';
import { storm, storms } from './alerts.storms.service.ts';
import { surroundings } from './alerts.surroundings.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, alerts, {
    backTest,
    backTestMany,
    ofProject,
    list,
    get,
    setStatus,
    setStatuses,
    comment,
    commentMany,
    upload,
    file,
    removeFile,
    ...handling,
    surroundings,
    storms,
    storm,
  });
