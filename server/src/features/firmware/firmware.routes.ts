import { Failure } from '@plumbline/contract/errors';
import { firmware } from '@plumbline/contract/firmware';
import type { FastifyInstance } from 'fastify';
import type { Files } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { file, fitting, list, remove, types, update, upload } from './firmware.service.ts';
import * as upgrades from './firmware.upgrades.service.ts';

export default (app: FastifyInstance, access: Access, files: Files) =>
  serve(app, access, firmware, {
    list,
    types,
    fitting,
    update,
    upload: upload(files),
    file: file(files),
    remove: remove(files),
    ...upgrades,
    // Devices authenticate by their secret (firmware.http.ts).
    download: () => Promise.reject(new Failure('notFound')),
  });
