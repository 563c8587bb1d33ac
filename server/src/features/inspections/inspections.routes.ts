import { inspections } from '@plumbline/contract/inspections';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { defect, defects, raiseDefect, updateDefect } from './inspections.defects.service.ts';
import { addPhoto, file, markPhoto, photo, removePhoto } from './inspections.photos.service.ts';
import {
  createPlan,
  createTemplate,
  plans,
  removePlan,
  removeTemplate,
  templates,
  updatePlan,
  updateTemplate,
} from './inspections.plans.service.ts';
import { logs, report } from './inspections.report.service.ts';
import { answer, copy, correct, finish, get, list, start } from './inspections.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, inspections, {
    ...{ templates, createTemplate, updateTemplate, removeTemplate, plans, createPlan, updatePlan, removePlan },
    ...{ list, start, get, answer, copy, finish, correct, logs, report },
    ...{ addPhoto, markPhoto, photo, file, removePhoto },
    ...{ defects, defect, raiseDefect, updateDefect },
  });
