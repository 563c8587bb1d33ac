import { structures } from '@plumbline/contract/structures';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import * as display from './structures.display.service.ts';
import { create, createItem, get, list, order, remove, update } from './structures.service.ts';
import * as settings from './structures.settings.service.ts';

export default (app: FastifyInstance, access: Access, { config }: { readonly config: Config }) => {
  const files = openFiles(config);
  const { people, ...rest } = settings;
  serve(app, access, structures, {
    ...{ list, create, get, update, createItem, order },
    ...rest,
    ...people,
    ...display,
    remove: remove(files),
    setPicture: display.setPicture(files),
    removePicture: display.removePicture(files),
    picture: display.picture(files),
  });
};
