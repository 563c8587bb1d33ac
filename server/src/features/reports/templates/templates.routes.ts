import { reportTemplates } from '@plumbline/contract/reports/templates';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { preview } from './templates.preview.service.ts';
import * as service from './templates.service.ts';
import { removeWord, uploadWord, word, wordExample } from './templates.word.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, reportTemplates, { ...service, preview, removeWord, uploadWord, word, wordExample });
