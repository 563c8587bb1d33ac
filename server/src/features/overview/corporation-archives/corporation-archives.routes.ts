import { corporationArchives } from '@plumbline/contract/overview/corporation-archives';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './corporation-archives.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, corporationArchives, service);
