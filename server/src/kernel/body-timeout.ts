/**
 * How long the body of a request may take to arrive: a file as long as `fileMs`, anything else as long as `bodyMs`; who
 * dribbles bytes is cut off. Headers have `headersMs`, looked at every `checkIntervalMs`.
 */
import type { FastifyInstance } from 'fastify';

export const headersMs = 15_000;
export const checkIntervalMs = 5_000;
export const bodyMs = 60_000;
/** A firmware file over a field connection of 200 kbit/s. */
export const fileMs = 60 * 60_000;

export function limitBodyTime(app: FastifyInstance, ms = bodyMs): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (raw.method !== 'GET' && !request.headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => raw.complete || raw.socket.destroy(), ms);
      // A request that was refused before its body came may never say that it is closed: no process waits for that.
      timer.unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
