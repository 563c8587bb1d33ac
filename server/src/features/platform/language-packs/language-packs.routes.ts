import { languagePacks } from '@plumbline/contract/platform/language-packs';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as service from './language-packs.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, languagePacks, service);
