/** The gateway, as people meet it: what it counted. Devices meet it at its links (gateway.mqtt.ts, gateway.http.ts). */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Gateway } from './logic/gateway.ts';

const notHere = () => Promise.reject(new Failure('notFound'));

export const handlers = (gateway: Gateway | null) => ({
  // The gateway authenticates devices itself (gateway.http.ts).
  send: notHere,
  sendWaveform: notHere,
  fetchCommands: notHere,
  respond: notHere,
  // A process without a gateway knows of none: zeros would be a statement.
  counters: async () => (gateway ? { counters: gateway.counters() } : notHere()),
});
