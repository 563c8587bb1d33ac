import { Failure } from '@plumbline/contract/kernel/errors';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { file, fitting, get, list, remove, types, update, upload } from './firmware.service.ts';
import * as upgrades from './firmware.upgrades.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, firmware, {
    list,
    get,
    types,
    fitting,
    update,
    upload,
    file,
    remove,
    ...upgrades,
    // Devices authenticate by their secret (firmware.http.ts).
    download: () => Promise.reject(new Failure('notFound')),
  });
