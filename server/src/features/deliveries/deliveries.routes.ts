import { deliveries } from '@plumbline/contract/deliveries';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../kernel/serve.ts';
import { contact, setContact } from './deliveries.contact.service.ts';
import { list, ofAlert, retry, test } from './deliveries.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, deliveries, { ofAlert, list, retry, test, contact, setContact });
