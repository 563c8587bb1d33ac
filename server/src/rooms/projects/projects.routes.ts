import { projects } from '@plumbline/contract/projects';
import type { FastifyInstance } from 'fastify';
import { type Door, serve } from '../../kernel/serve.ts';
import * as members from './projects.members.service.ts';
import * as service from './projects.service.ts';
import { tree } from './projects.tree.service.ts';

export default (app: FastifyInstance, door: Door) => serve(app, door, projects, { ...service, ...members, tree });
