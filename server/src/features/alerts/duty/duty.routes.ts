import { duty } from '@plumbline/contract/alerts/duty';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { announced } from '../../messages/channels/channels.api.ts';
import { peopleToCall } from './duty.call.service.ts';
import { calendar, create, get, list, people, remove, removeSubstitution, substitute, update } from './duty.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, duty, {
    list,
    get,
    people,
    calendar,
    peopleToCall,
    create: announced(create),
    update: announced(update),
    remove: announced(remove),
    substitute: announced(substitute),
    removeSubstitution: announced(removeSubstitution),
  });
