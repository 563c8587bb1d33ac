/**
 * Where an identity provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0): their sessions here end within a
 * second, in every process. Invariant: nobody is signed out by a token that is not signed by the provider of their corporation, nor twice by one.
 */
import type { FastifyInstance } from 'fastify';
import { countedTry } from '../../../kernel/attempts.ts';
import type { Change, Logger } from '../../../kernel/context.ts';
import { announceChanges } from '../../../kernel/listen.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import type { Access } from '../../../kernel/serve.ts';
import { removeToken } from '../users/users.sessions.api.ts';
import { claimedBy, type Logout, verifyLogout } from './logic/logout-token.ts';
import { logoutPath } from './logic/return-path.ts';
import { problemOf } from './sso.service.ts';
import * as table from './sso.table.ts';

/** Wrong ones from an address within 15 minutes: each may ask a provider for its keys. */
const maxWrong = 30;
const longestBody = 16_384;

export function openBackChannel(app: FastifyInstance, access: Access): void {
  // In a scope of its own: no other route takes a form.
  app.register(async (scope) => {
    const form = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(form, { parseAs: 'string', bodyLimit: longestBody }, (_, body, done) =>
      done(null, body),
    );
    scope.post(logoutPath, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = typeof request.body === 'string' ? new URLSearchParams(request.body).get('logout_token') : null;
      const isDone =
        token !== null && token !== '' && (await endSessions({ ...access, log: request.log, ip: request.ip }, token));
      return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
    });
  });
}

interface Call extends Access {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly ip: string;
}

/** False = the token is none by which somebody is signed out. A right one does not count. Throws tooMany. */
async function endSessions(call: Call, token: string): Promise<boolean> {
  const { db, clock, ip } = call;
  const claimed = claimedBy(token);
  return countedTry(db, clock.now(), [{ key: `sso logout:${ip}`, max: maxWrong, beyond: 'delay' }], async () => {
    const connections = claimed ? await table.claimed(db, claimed.issuer, claimed.audiences) : [];
    let isDone = false;
    for (const connection of connections) {
      const logout = await verified(call, connection, token);
      if (!logout) continue;
      isDone = true;
      await end(call, connection.corporation_id, logout, hashOf(`${connection.corporation_id} ${token}`));
    }
    return isDone;
  });
}

async function verified({ services, log }: Call, connection: table.Connection, token: string): Promise<Logout | null> {
  const secret = connection.sealed === null ? null : services.secrets.decrypt(connection.sealed);
  const provider = { issuer: connection.issuer, clientId: connection.client_id, secret };
  try {
    return await verifyLogout(services.outbound, provider, token);
  } catch (error) {
    log.warn({ problem: problemOf(error) }, 'single sign-on: a logout token was refused');
    return null;
  }
}

async function end(call: Call, corporationId: number, logout: Logout, hash: Buffer): Promise<void> {
  const { db, clock, announceHere } = call;
  const changes = await db.transaction().execute(async (transaction) => {
    if (!(await table.takeLogout(transaction, hash, clock.now(), logout.expiresAt))) return [];
    const sessions = await table.sessionsOf(transaction, corporationId, logout);
    for (const { id } of sessions) await removeToken(transaction, id);
    const ids = [...new Set(sessions.map(({ accountId }) => accountId))];
    const changed = ids.map((id): Change => ({ kind: 'account', id }));
    if (changed.length > 0) await announceChanges(transaction, changed);
    return changed;
  });
  await announceHere(changes);
  for (const change of changes) if (change.kind === 'account') note(call, change.id);
}

function note({ services, log, ip }: Call, accountId: number): void {
  services.security.write(log, { event: 'signOut', outcome: 'done', accountId, ip, route: `POST ${logoutPath}` });
}
