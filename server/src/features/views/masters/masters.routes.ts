import { masters } from '@plumbline/contract/views/masters';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { headlines } from './masters.headlines.service.ts';
import { lineCurve, lines } from './masters.lines.service.ts';
import { sectionCurve, sections } from './masters.sections.service.ts';
import { surveyTimes } from './masters.times.service.ts';
import { versions } from './masters.versions.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, masters, { headlines, surveyTimes, versions, lines, lineCurve, sections, sectionCurve });
