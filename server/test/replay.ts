/** Plays an exported recording of a link to a server: what arrived arrives again, and a modem answers what it had answered. */

import { connect } from 'node:net';
import type { Frame } from '@plumbline/contract/devices/frames';

export interface RecordedFile {
  readonly format: string;
  readonly version: number;
  readonly of: Readonly<Record<string, unknown>> & { readonly kind: 'device' | 'feed' };
  readonly frames: readonly Frame[];
}
type Outcome = Pick<NonNullable<Frame['outcome']>, 'stored' | 'unchanged' | 'unbound'>;

export function readRecording(text: string): RecordedFile {
  const file = JSON.parse(text) as RecordedFile;
  if (file.format !== 'plumbline-frames' || file.version !== 1) throw new Error('no recording of frames');
  return file;
}

const bytesOf = ({ hex }: Frame): Buffer => Buffer.from(hex, 'hex');

/** Sends the readings of a recorded device as another one; what was stored of each, beside what the recording says. */
export async function replayReadings(
  file: RecordedFile,
  { url, sncode, secret }: { url: string; sncode: string; secret: string },
): Promise<{ recorded: Outcome | null; replayed: Outcome | null }[]> {
  const outcomes: { recorded: Outcome | null; replayed: Outcome | null }[] = [];
  for (const frame of file.frames.filter(({ kind, link }) => kind === 'readings' && link !== 'feed')) {
    const response = await fetch(`${url}/api/devices/${sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: new Uint8Array(bytesOf(frame)),
    });
    const body = (await response.json()) as Outcome;
    outcomes.push({ recorded: countsOf(frame.outcome), replayed: response.ok ? countsOf(body) : null });
  }
  return outcomes;
}

const countsOf = (outcome: Outcome | null): Outcome | null =>
  outcome && { stored: outcome.stored, unchanged: outcome.unchanged, unbound: outcome.unbound };

/** Sends the messages of a recorded feed to a webhook. */
export async function replayMessages(
  file: RecordedFile,
  { url, key, secret }: { url: string; key: string; secret: string },
): Promise<number[]> {
  const stored: number[] = [];
  for (const frame of file.frames.filter(({ kind }) => kind === 'message')) {
    const response = await fetch(`${url}/api/feeds/${key}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytesOf(frame)),
    });
    stored.push(((await response.json()) as { stored: number }).stored);
  }
  return stored;
}

/** Dials in as another device and answers each request as the recorded modem did; ends with `end`. */
export function replayModem(file: RecordedFile, { port, register }: { port: number; register: string }) {
  const answers = new Map<string, Buffer[]>();
  let request: Frame | null = null;
  for (const frame of file.frames) {
    if (frame.kind === 'request') request = frame;
    if (frame.kind === 'answer' && request)
      answers.set(request.hex, [...(answers.get(request.hex) ?? []), bytesOf(frame)]);
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const unanswered: string[] = [];
  let rest = '';
  socket.on('error', () => undefined);
  socket.on('connect', () => socket.write(`${register}\r\n`));
  socket.on('data', (bytes) => {
    rest += bytes.toString('hex');
    for (const [hex, list] of answers) {
      if (!rest.startsWith(hex)) continue;
      rest = rest.slice(hex.length);
      const [answer] = list;
      if (answer && answer.length > 0) socket.write(answer);
      if (list.length > 1) list.shift();
      return;
    }
    unanswered.push(rest);
    rest = '';
  });
  return { unanswered, end: () => socket.destroy() };
}
