import { reportLinks } from '@plumbline/contract/reports/links';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as distribution from './links.distribution.service.ts';
import * as opened from './links.open.service.ts';
import * as service from './links.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, reportLinks, {
    list: service.list,
    create: service.create,
    end: service.end,
    distribution: distribution.distribution,
    setDistribution: distribution.setDistribution,
    addRecipient: distribution.addRecipient,
    updateRecipient: distribution.updateRecipient,
    removeRecipient: distribution.removeRecipient,
    open: opened.open,
    file: opened.file,
  });
