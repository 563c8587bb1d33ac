import { reportTemplates } from '@plumbline/contract/reports/templates';
import { reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { excelCover, removeExcelCover, uploadExcelCover } from './templates.cover.service.ts';
import * as defaults from './templates.defaults.service.ts';
import { preview } from './templates.preview.service.ts';
import * as service from './templates.service.ts';
import { removeWord, uploadWord, word, wordExample } from './templates.word.service.ts';

export default (app: FastifyInstance, access: Access) => {
  serve(app, access, reportTemplates, {
    ...service,
    excelCover,
    preview,
    removeExcelCover,
    removeWord,
    uploadExcelCover,
    uploadWord,
    word,
    wordExample,
  });
  serve(app, access, reportDefaults, defaults);
};
