import { predictions } from '@plumbline/contract/views/predictions';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { predict } from './predictions.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, predictions, { predict });
