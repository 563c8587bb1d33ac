/** A device on HTTP: POST /api/devices/{sncode}/readings with its secret as bearer. Repeats what got no answer. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Link, type LinkOptions, noCounts } from './link.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One delivery. Throws when there is no answer at all. */
export async function postReadings(
  { url, sncode, secret }: { url: string; sncode: string; secret: string },
  payload: string,
  timeoutMs = 30_000,
): Promise<Answer> {
  const response = await fetch(new URL(`/api/devices/${encodeURIComponent(sncode)}/readings`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: payload,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await response.text() };
}

/** What the server asks for along with its answer. */
function commandsIn(body: string): readonly unknown[] {
  if (!body.includes('"commands"')) return [];
  try {
    return (JSON.parse(body) as { commands?: unknown[] }).commands ?? [];
  } catch {
    return [];
  }
}

/** As mqttLink: 2xx is delivered; no answer, 408, 429 and 5xx are tried again; any other status is refused for good. */
export function httpLink(options: LinkOptions): Link {
  const { window = 1, reconnectMs = 200, ackTimeoutMs = 30_000 } = options;
  const counts = noCounts();
  const queue: { seq: number; payload: string }[] = [];
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  let running = 0;
  let connected = false;
  let idlers: (() => void)[] = [];

  function respond(text: string): void {
    void fetch(new URL(`/api/devices/${encodeURIComponent(options.sncode)}/responses`, options.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${options.secret}`, 'content-type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(ackTimeoutMs),
    }).catch(() => undefined);
  }

  async function deliver({ seq, payload }: { seq: number; payload: string }): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      const sentAt = performance.now();
      counts.sent++;
      if (failures > 0) counts.resent++;
      const answer = await postReadings(options, payload, ackTimeoutMs).catch(() => null);
      if (answer !== null && !connected) {
        connected = true;
        counts.connects++;
        first.resolve();
      }
      if (answer !== null && answer.status < 300) {
        counts.acked++;
        for (const command of commandsIn(answer.body)) {
          const reply = options.onCommand?.(JSON.stringify(command));
          if (reply !== undefined) respond(reply);
        }
        options.onDelivered?.({ seq, payload, sentAt, ackedAt: performance.now() });
        return;
      }
      const again = answer === null || answer.status >= 500 || answer.status === 429 || answer.status === 408;
      if (!again) {
        counts.refused++;
        if (answer.status === 401 || answer.status === 403) counts.rejects++;
        options.onRefused?.(payload, answer.status, answer.body);
        return;
      }
      if (answer === null) connected = false;
      await pause(reconnectMs * Math.min(20, 2 ** failures), undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  function pump(): void {
    while (running < window && queue.length > 0 && !stop.signal.aborted) {
      running++;
      void deliver(queue.shift() as { seq: number; payload: string }).finally(() => {
        running--;
        pump();
      });
    }
    if (queue.length + running > 0) return;
    const done = idlers;
    idlers = [];
    for (const resolve of done) resolve();
  }

  return {
    counts,
    get waiting() {
      return queue.length + running;
    },
    get connected() {
      return connected;
    },
    send(payload) {
      const seq = ++counts.accepted;
      queue.push({ seq, payload });
      pump();
      return seq;
    },
    respond,
    // Nothing to open: the first message opens the link.
    ready: () => (queue.length + running === 0 ? Promise.resolve() : first.promise),
    idle: (timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${options.sncode}: messages still wait`)), timeoutMs);
        idlers.push(() => {
          clearTimeout(timer);
          resolve();
        });
        pump();
      }),
    async stop() {
      stop.abort();
      queue.length = 0;
      first.reject(new Error(`${options.sncode}: stopped`));
      while (running > 0) await pause(5);
    },
  };
}
