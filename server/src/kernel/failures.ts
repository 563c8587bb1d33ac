/** Turns whatever went wrong into `{ error, code, detail }`. What is not in the catalogue is logged and said as `unknown`. */
import { errors, Failure } from '@plumbline/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Driver and socket codes that mean that the database is away, not that the request is wrong. */
const away = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3}|53300)$/;

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
  if (code && away.test(code)) return new Failure('unavailable');
  if (/Connection terminated|timeout exceeded when trying to connect/.test((error as Error)?.message ?? ''))
    return new Failure('unavailable');
  return undefined;
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  let failure = asFailure(error);
  if (!failure) {
    request.log.error({ err: error, url: request.routeOptions.url }, 'request failed');
    failure = new Failure('unknown', { requestId: request.id });
  }
  const { code, status } = errors[failure.name];
  if (failure.name === 'busy' || failure.name === 'unavailable') reply.header('retry-after', '1');
  if (failure.name === 'tooMany')
    reply.header('retry-after', String((failure.detail as { retryAfterSeconds?: number })?.retryAfterSeconds ?? 60));
  return reply
    .code(status)
    .type('application/json')
    .send({ error: failure.name, code, detail: failure.detail ?? null });
}

export function failures(app: FastifyInstance) {
  app.setErrorHandler(sendFailure);
}
