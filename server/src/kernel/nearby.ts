/**
 * Whether a request comes from a person at this machine, for what no other may see. Invariant: anything that hints at a
 * proxy in between, or at a name of the network, makes it a request of elsewhere.
 */
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './config.ts';

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** The peer and the name that was asked for are this machine's own; a page that moved its name here is not (DNS rebinding). */
export function isNearby({ raw, headers, socket }: Pick<FastifyRequest, 'raw' | 'headers' | 'socket'>): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  // Browsers and watchers speak 1.1; proxies that say nothing of themselves often do not.
  const direct = raw.httpVersion === '1.1' && forwarding.every((header) => headers[header] === undefined);
  return direct && isLoopback(peer) && isLoopback(name.toLowerCase());
}
