import { formulas } from '@plumbline/contract/formulas';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import { type ConversionOf, previewHandler } from './formulas.preview.service.ts';
import * as service from './formulas.service.ts';

export default (app: FastifyInstance, door: Door, conversionOf: ConversionOf) =>
  serve(app, door, formulas, { ...service, preview: previewHandler(conversionOf) });
