import { limits } from '@plumbline/contract/kernel/constants';
import { Unreachable } from './call.ts';
import * as session from './session.ts';

/** An answer as it came, whatever its status. */
export interface WholeAnswer {
  readonly response: Response;
  /** From the sending to the last byte. */
  readonly milliseconds: number;
  readonly blob: Blob;
  /** null = the answer is no text. */
  readonly text: string | null;
}

/**
 * Asks for an address of the API as whoever is signed in, and gives the answer as it is: for the API reference. `path` = with
 * `/api` and query; `json` = the text of the body. Throws Unreachable where no answer came.
 */
export async function answerOf({
  method,
  path,
  json = null,
  file = null,
  signal,
}: {
  readonly method: string;
  readonly path: string;
  readonly json?: string | null;
  readonly file?: File | null;
  readonly signal?: AbortSignal;
}): Promise<WholeAnswer> {
  const token = session.token();
  const form = new FormData();
  if (file !== null) form.append('file', file);
  const began = performance.now();
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  try {
    const response = await fetch(`.${path}`, {
      method,
      body: file === null ? json : form,
      headers: {
        ...(json !== null && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const blob = await response.blob();
    const isText = /json|text|xml|csv/.test(response.headers.get('content-type') ?? '');
    return { response, milliseconds: performance.now() - began, blob, text: isText ? await blob.text() : null };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(timeout.aborted ? 'timeout' : 'network');
  }
}
