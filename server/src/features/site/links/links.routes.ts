import { links } from '@plumbline/contract/site/links';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { create, open } from './links.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, links, { create, open });
