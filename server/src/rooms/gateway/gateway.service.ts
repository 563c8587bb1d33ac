/** The gateway, as people meet it: what it counted, and commands to devices. A command goes to whichever process holds the device. */
import { randomUUID } from 'node:crypto';
import { Failure } from '@plumbline/contract/errors';
import type { gateway } from '@plumbline/contract/gateway';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context, Db } from '../../kernel/context.ts';
import * as plans from './gateway.plans.service.ts';
import * as table from './gateway.table.ts';
import type { Gateway } from './gateway.ts';

export const handlers = (own: Gateway | null) => ({
  plan: plans.plan,
  setPlan: plans.setPlan,
  setPlans: plans.setPlans,
  devicePlans: plans.devicePlans,
  // The gateway opens its own door for devices (gateway.http.ts).
  send: () => Promise.reject(new Failure('notFound')),
  counters: async () => ({
    counters: own?.counters() ?? {
      received: 0,
      stored: 0,
      unchanged: 0,
      overwritten: 0,
      unbound: 0,
      refused: {},
      queued: 0,
      connections: 0,
      perSecond: 0,
    },
  }),
  /** Throws deviceNotNetworked. A device reads bytes from `hex`; `text` is empty then. */
  debugCommand: async (context: Context, { deviceId, command, hex }: OutputOf<typeof gateway.debugCommand.input>) => {
    const sncode = await table.connectedSncode(context.db, deviceId);
    if (!sncode) throw new Failure('deviceNotNetworked', { deviceId });
    return { commandId: await sendCommand(context.db, sncode, command, context.now(), hex.toUpperCase()) };
  },
  command: async (context: Context, { deviceId, command }: OutputOf<typeof gateway.command.input>) => {
    const sncode = await table.connectedSncode(context.db, deviceId);
    if (!sncode) throw new Failure('deviceNotNetworked', { deviceId });
    return { commandId: await sendCommand(context.db, sncode, command, context.now()) };
  },
});

/** Hands a command to the process that holds the device; gives the id by which its answer can be told. */
export async function sendCommand(db: Db, sncode: string, text: string, now: Date, hex = ''): Promise<string> {
  const commandId = randomUUID();
  const payload = JSON.stringify({ commandId, text, ...(hex !== '' && { hex }), at: now.toISOString() });
  await table.tellGateways(db, sncode, payload);
  return commandId;
}
