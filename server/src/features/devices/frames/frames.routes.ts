import { frames } from '@plumbline/contract/devices/frames';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './frames.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, frames, service);
