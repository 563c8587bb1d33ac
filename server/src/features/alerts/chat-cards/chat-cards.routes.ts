import type { FastifyInstance } from 'fastify';
import type { Access } from '../../../kernel/serve.ts';
import { openPresses } from './chat-cards.http.ts';

export default (app: FastifyInstance, access: Access) => openPresses(app, access);
