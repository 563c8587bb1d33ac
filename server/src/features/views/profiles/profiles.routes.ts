import { profiles } from '@plumbline/contract/views/profiles';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { compare } from './profiles.compare.service.ts';
import { surveys } from './profiles.service.ts';
import { shapes } from './profiles.shapes.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, profiles, { surveys, compare, shapes });
