import { commands } from '@plumbline/contract/telemetry/commands';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as instruments from './commands.instruments.service.ts';
import { devicePlans, plan, setFast, setPlan, setPlans } from './commands.plans.service.ts';
import * as handlers from './commands.service.ts';

const plans = { plan, setPlan, setPlans, setFast, devicePlans };

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, commands, { ...plans, ...instruments, ...handlers });
