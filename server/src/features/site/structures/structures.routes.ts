import { structures } from '@plumbline/contract/site/structures';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as display from './structures.display.service.ts';
import { gradings, setGradings } from './structures.gradings.service.ts';
import { create, createItem, get, list, order, remove, update } from './structures.service.ts';
import * as settings from './structures.settings.service.ts';

export default (app: FastifyInstance, access: Access) => {
  const { people, ...others } = settings;
  serve(app, access, structures, {
    list,
    create,
    get,
    update,
    createItem,
    order,
    ...others,
    ...people,
    ...display,
    gradings,
    setGradings,
    remove,
  });
};
