/** The gateway, as people meet it: what it counted, collect plans, and commands to devices. */
import { Failure } from '@plumbline/contract/errors';
import * as commands from './gateway.commands.service.ts';
import * as plans from './gateway.plans.service.ts';
import type { Gateway } from './logic/gateway.ts';

const notHere = () => Promise.reject(new Failure('notFound'));

export const handlers = (own: Gateway | null) => ({
  plan: plans.plan,
  setPlan: plans.setPlan,
  setPlans: plans.setPlans,
  setFast: plans.setFast,
  devicePlans: plans.devicePlans,
  debugCommand: commands.debugCommand,
  command: commands.command,
  pointCommand: commands.pointCommand,
  commandStates: commands.commandStates,
  // The gateway authenticates devices itself (gateway.http.ts).
  send: notHere,
  fetchCommands: notHere,
  respond: notHere,
  counters: async () => ({
    counters: own?.counters() ?? {
      received: 0,
      stored: 0,
      unchanged: 0,
      overwritten: 0,
      unbound: 0,
      empty: 0,
      refused: {},
      queued: 0,
      connections: 0,
      perSecond: 0,
    },
  }),
});
