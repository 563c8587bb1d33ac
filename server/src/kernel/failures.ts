/** Turns whatever went wrong into `{ error, code, detail }`. What is not in the catalogue is logged and answered as `unknown`. */
import { type ErrorName, errors, Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDeadlock } from './deadlocks.ts';

/**
 * Driver and socket codes that mean that the database is away or out of time, not that the request is wrong. 57014 is
 * the time limit of a statement, 25P03 of a transaction.
 */
const away =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|AI_AGAIN)|57P\d\d|57014|25P03|08\w{3}|53300)$/;
/** What the driver says without a code. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/;

/** Why nothing can be stored, by the code of the database; undefined = another reason. */
function storageFailure(code: string): Failure | undefined {
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return new Failure('storageFull');
  if (code === '25006') return new Failure('databaseReadOnly');
  return undefined;
}

export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  // A form with more in it than the one file.
  if (/^FST_(FIELDS|FILES|PARTS)_LIMIT$/.test(code ?? '')) return new Failure('badBody');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413)
    return new Failure('tooLarge');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || statusCode === 415)
    return new Failure('badBody');
  if (code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError || statusCode === 400)
    return new Failure('badInput', [{ path: '', message: 'unreadable' }]);
  // NUL, or half of a character, in a text that came another way than in fields of a request: a cell of a sheet.
  if (code === '22021' || code === '22P05') return new Failure('badInput', [{ path: '', message: 'textIllegal' }]);
  if (code === 'FST_ERR_BAD_URL') return new Failure('badInput', [{ path: 'url', message: 'unreadable' }]);
  // No name is so long.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new Failure('notFound');
  if (code && away.test(code)) return new Failure('unavailable');
  // Each of the tries ended in a deadlock (deadlocks.ts).
  if (isDeadlock(error)) return new Failure('busy');
  if (awayWords.test((error as Error)?.message ?? '')) return new Failure('unavailable');
  return storageFailure(code ?? '');
}

/** When asking again makes sense. A full disk waits for people. */
const retryAfterSeconds: Partial<Record<ErrorName, string>> = {
  busy: '1',
  unavailable: '1',
  databaseReadOnly: '5',
  storageFull: '30',
  deferralFull: '30',
};

/** How to say who one is (RFC 9110, 11.6.1). */
const challengeOf = (request: FastifyRequest) => [
  'Bearer realm="Plumbline"',
  ...(request.routeOptions.config.basic ? ['Basic realm="Plumbline", charset="UTF-8"'] : []),
];

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  let failure = asFailure(error);
  if (!failure) {
    request.log.error({ err: error, url: request.routeOptions.url }, 'request failed');
    failure = new Failure('unknown', { requestId: request.id });
  }
  const { code, status } = errors[failure.name];
  if (status === 401) reply.header('www-authenticate', challengeOf(request));
  const retryAfter = retryAfterSeconds[failure.name];
  if (retryAfter) reply.header('retry-after', retryAfter);
  if (failure.name === 'tooMany')
    reply.header('retry-after', String((failure.detail as { retryAfterSeconds?: number })?.retryAfterSeconds ?? 60));
  drain(request);
  return reply
    .code(status)
    .type('application/json')
    .send({ error: failure.name, code, detail: failure.detail ?? null });
}

/**
 * Reads what is still to come of a refused request, and forgets it: else the connection would be kept for a next request
 * that nobody reads. How long that may take is limited by body-timeout.ts.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.complete) return;
  raw.unpipe();
  raw.resume();
}

export function failures(app: FastifyInstance) {
  app.setErrorHandler(sendFailure);
}
