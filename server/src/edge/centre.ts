/** The centre as an edge reaches it: three requests, each within a time. */
import {
  type EdgeFrame,
  type EdgeLine,
  type EdgeMessage,
  type EdgeSign,
  edges,
} from '@plumbline/contract/telemetry/edges';
import type { z } from 'zod';

const deliverMs = 30_000;
const signMs = 10_000;

export interface CentreParts {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

/** Why the centre did not take something. */
export class CentreError extends Error {
  /** What it answered; null = it was not reached. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

export class Centre {
  readonly #parts: CentreParts;
  readonly #stop = new AbortController();

  constructor(parts: CentreParts) {
    this.#parts = parts;
  }

  /** Resolves once every message is stored there, or can never be. Throws CentreError. */
  async deliver(messages: readonly EdgeMessage[]): Promise<z.output<typeof edges.deliver.reply>> {
    return edges.deliver.reply.parse(await this.#post('messages', { messages }, deliverMs));
  }

  async sign(given: {
    readonly sign: EdgeSign;
    readonly plan: string;
    readonly listening: readonly string[];
    readonly online: readonly string[];
  }): Promise<z.output<typeof edges.sign.reply>> {
    return edges.sign.reply.parse(await this.#post('sign', given, signMs));
  }

  async report(lines: readonly EdgeLine[], frames: readonly EdgeFrame[]): Promise<void> {
    await this.#post('lines', { lines, frames }, signMs);
  }

  close(): void {
    this.#stop.abort();
  }

  async #post(what: string, body: object, ms: number): Promise<unknown> {
    const { url, key, secret } = this.#parts;
    const answer = await fetch(`${url}/api/feeds/${key}/edge/${what}`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ms)]),
    }).catch((error: Error) => {
      throw new CentreError((error.cause as Error | undefined)?.message ?? error.message);
    });
    if (answer.ok) return answer.json();
    await answer.body?.cancel();
    throw new CentreError(`the centre answers ${answer.status}`, answer.status);
  }
}
