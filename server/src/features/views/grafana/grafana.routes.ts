import { grafana } from '@plumbline/contract/views/grafana';
import type { FastifyInstance } from 'fastify';
import { type Access, reads, serve } from '../../../kernel/serve.ts';
import { answererOf } from './grafana.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, grafana, answererOf(reads(access)));
