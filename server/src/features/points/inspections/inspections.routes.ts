import { inspections } from '@plumbline/contract/points/inspections';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { defect, defects, raiseDefect, updateDefect } from './inspections.defects.service.ts';
import { announced } from './inspections.events.ts';
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
    templates,
    plans,
    list,
    get,
    logs,
    report,
    photo,
    file,
    defects,
    defect,
    createTemplate: announced(createTemplate),
    updateTemplate: announced(updateTemplate),
    removeTemplate: announced(removeTemplate),
    createPlan: announced(createPlan),
    updatePlan: announced(updatePlan),
    removePlan: announced(removePlan),
    start: announced(start),
    answer: announced(answer),
    copy: announced(copy),
    finish: announced(finish),
    correct: announced(correct),
    // Announces in the transaction that it begins itself.
    addPhoto,
    markPhoto: announced(markPhoto),
    removePhoto: announced(removePhoto),
    raiseDefect: announced(raiseDefect),
    updateDefect: announced(updateDefect),
  });
