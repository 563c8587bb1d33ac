import type { FastifyInstance } from 'fastify';
import type { Access } from '../../../kernel/serve.ts';
import { openFeishu } from './chat-cards.feishu.http.ts';
import { openSlack } from './chat-cards.slack.http.ts';

export default (app: FastifyInstance, access: Access) => {
  openSlack(app, access);
  openFeishu(app, access);
};
