/**
 * Drawings as pictures, for who can show no SVG. In a process of its own, because what draws is native code: whatever
 * becomes of it, the server goes on. It is begun when something is to be drawn, and ends when nothing was for a minute.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A drawing that becomes a PNG, or a picture that becomes a JPEG whose longer side is at most `side` pixels. */
type Drawn =
  | { readonly svg: string }
  | { readonly picture: Uint8Array; readonly side: number; readonly marks?: readonly DrawnMark[] };
/** An arrow from its tail to its head, or the ellipse in a box, in shares of the picture. */
export interface DrawnMark {
  readonly kind: 'arrow' | 'circle';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}
export type DrawRequest = { readonly id: number } & Drawn;
export type DrawAnswer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly error: string });

const idleMs = 60_000;
const longestMs = 5_000;
const heapMb = 256;

let child: ChildProcess | null = null;
let last = 0;
let idle: NodeJS.Timeout | undefined;
const waiting = new Map<number, (answer: DrawAnswer) => void>();

/** An SVG as PNG, as large as it says. Throws Error where it cannot be drawn, or not in five seconds. */
export const drawPng = (svg: string): Promise<Uint8Array> => drawn({ svg });

/** A photo small enough for paper, as JPEG. Throws Error where it is no picture, or not drawn in five seconds. */
export const shrinkPicture = (picture: Uint8Array, side: number): Promise<Uint8Array> => drawn({ picture, side });

/** The same, with what was marked on it. Throws Error as above. */
export const shrinkMarked = (picture: Uint8Array, side: number, marks: readonly DrawnMark[]): Promise<Uint8Array> =>
  drawn({ picture, side, marks });

async function drawn(what: Drawn): Promise<Uint8Array> {
  const drawer = open();
  const id = ++last;
  const { promise, resolve } = Promise.withResolvers<DrawAnswer>();
  waiting.set(id, resolve);
  const timer = setTimeout(() => {
    resolve({ id, error: `not drawn in ${longestMs} ms` });
    end(drawer);
  }, longestMs);
  try {
    drawer.send({ id, ...what } satisfies DrawRequest, (error) => {
      if (error) resolve({ id, error: error.message });
    });
    const answer = await promise;
    if ('error' in answer) throw new Error(answer.error);
    return answer.bytes;
  } finally {
    clearTimeout(timer);
    waiting.delete(id);
  }
}

function open(): ChildProcess {
  clearTimeout(idle);
  idle = setTimeout(() => child && end(child), idleMs).unref();
  if (child) return child;
  const drawer = fork(fileURLToPath(new URL('./draw.process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  drawer.on('message', (answer: DrawAnswer) => waiting.get(answer.id)?.(answer));
  const ended = (why: string) => {
    if (child !== drawer) return;
    child = null;
    for (const [id, resolve] of waiting) resolve({ id, error: why });
  };
  drawer.once('error', ({ message }) => ended(message));
  drawer.once('exit', (code, by) => ended(`what draws ended by itself: ${code ?? by}`));
  // It does not keep this process from ending.
  drawer.unref();
  drawer.channel?.unref();
  child = drawer;
  return drawer;
}

function end(drawer: ChildProcess): void {
  drawer.kill('SIGKILL');
}
