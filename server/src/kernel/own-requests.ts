/**
 * Requests that this process sends to itself, such as those that furnish the demonstration. They pass every check that a
 * browser's pass. Invariant: the key is of this process alone and is never stored or logged, so nobody else can claim to be it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const header = 'x-plumbline-own';
const key = randomBytes(32).toString('base64url');

export const ownHeaders: Readonly<Record<string, string>> = { [header]: key };

export function isOwn(request: Pick<FastifyRequest, 'headers'>): boolean {
  const given = request.headers[header];
  return (
    typeof given === 'string' && given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key))
  );
}
