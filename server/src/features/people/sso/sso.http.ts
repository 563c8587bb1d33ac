/**
 * Where identity providers send the browser back to. The page that goes on is the application's own: what the provider gave
 * goes behind the # of its address, which no server and no log is sent.
 */
import type { FastifyInstance } from 'fastify';
import { returnPath } from './logic/return-path.ts';

/** A way back for each kind of provider. */
const ways = { sso: returnPath, wechat: '/wechat-return' };

export const openReturn = (app: FastifyInstance): void => {
  for (const [way, path] of Object.entries(ways)) openWay(app, way, path);
};

const openWay = (app: FastifyInstance, way: string, path: string): void => {
  app.get(path, async (request, reply) => {
    const at = request.url.indexOf('?');
    const query = at < 0 ? '' : request.url.slice(at);
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/#/sign/${way}${query}`);
  });
};
