import { reportTemplates } from '@plumbline/contract/report-templates';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { preview } from './report-templates.preview.service.ts';
import * as service from './report-templates.service.ts';
import { removeWord, uploadWord, word, wordExample } from './report-templates.word.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, reportTemplates, { ...service, preview, removeWord, uploadWord, word, wordExample });
