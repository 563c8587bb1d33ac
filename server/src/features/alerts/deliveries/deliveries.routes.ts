import { deliveries } from '@plumbline/contract/alerts/deliveries';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from '../../messages/channels/channels.api.ts';
import { contact, setContact } from './deliveries.contact.service.ts';
import { escalation, list, ofAlert, retry, test } from './deliveries.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, deliveries, {
    ofAlert,
    escalation,
    list,
    contact,
    setContact,
    retry: announced(retry),
    test: announced(test),
  });
