import { certificates } from '@plumbline/contract/devices/certificates';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as revocations from './certificates.revocations.service.ts';
import * as service from './certificates.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, certificates, { ...service, ...revocations });
