import { tracks } from '@plumbline/contract/views/tracks';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { track } from './tracks.service.ts';
import { vectors } from './tracks.vectors.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, tracks, { track, vectors });
