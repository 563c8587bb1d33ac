import { weather } from '@plumbline/contract/views/weather';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { windRose } from './weather.service.ts';

export default (app: FastifyInstance, access: Access) => serve(app, access, weather, { windRose });
