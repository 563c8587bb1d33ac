/** The gateway, as people meet it: what it counted. Devices meet it at its links (gateway.mqtt.ts, gateway.http.ts). */
import { Failure } from '@plumbline/contract/errors';
import type { Gateway } from './logic/gateway.ts';

const notHere = () => Promise.reject(new Failure('notFound'));

export const handlers = (own: Gateway | null) => ({
  // The gateway authenticates devices itself (gateway.http.ts).
  send: notHere,
  sendWaveform: notHere,
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
      waveforms: 0,
      refused: {},
      queued: 0,
      connections: 0,
      perSecond: 0,
    },
  }),
});
