import { points } from '@plumbline/contract/points';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { batchCreate } from './points.batch.create.service.ts';
import { batchEdit } from './points.batch.edit.service.ts';
import * as batch from './points.batch.set.service.ts';
import * as charts from './points.charts.service.ts';
import * as groups from './points.groups.service.ts';
import * as kinds from './points.kinds.service.ts';
import * as lifecycle from './points.lifecycle.service.ts';
import * as lists from './points.lists.service.ts';
import * as service from './points.service.ts';
import * as settings from './points.settings.service.ts';
import * as templates from './points.templates.service.ts';
import * as thresholds from './points.thresholds.service.ts';

export default (app: FastifyInstance, access: Access, { config }: { readonly config: Config }) => {
  const files = openFiles(config);
  serve(app, access, points, {
    ...service,
    ...groups,
    ...kinds,
    ...lifecycle,
    ...lists,
    ...settings,
    ...batch,
    ...charts,
    ...templates,
    ...thresholds,
    batchCreate,
    batchEdit,
    remove: lifecycle.remove(files),
    setImage: lifecycle.setImage(files),
    removeImage: lifecycle.removeImage(files),
    image: lifecycle.image(files),
  });
};
