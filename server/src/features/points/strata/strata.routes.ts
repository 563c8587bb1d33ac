import { strata } from '@plumbline/contract/points/strata';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { changes, get, set } from './strata.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, strata, { get, set, changes });
