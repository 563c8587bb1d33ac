/**
 * What a page may send over the sockets: every namespace with its events. The server registers exactly these, parses
 * what comes by `input`, and answers `reply` or a failure; every-frame.test.ts sends each of them in every wrong way.
 */
import { z } from 'zod';
import { hexadecimal } from '../points/fields.ts';

/** A row id. A page sends numbers, never text. */
const rowId = z.int().positive().max(2_147_483_647);

/** Points that one page may listen to. */
export const maxSubscribedPoints = 200;

export const socketEvents = {
  '/notification': {
    /** Replaces what the page listens to. The reply says what was granted. */
    SUBSCRIBE: {
      reads: true,
      input: z.object({
        projectId: rowId.optional(),
        pointIds: z.array(rowId).max(maxSubscribedPoints).default([]),
      }),
      reply: z.object({ projectId: rowId.optional(), pointIds: z.array(rowId) }),
    },
  },
  /** Query `register` (sncode) or `device` (id), one required; needs Retrieve:Device there. */
  '/command': {
    /** Sends a text, or bytes in hexadecimal, to the device; needs Update:Device. */
    COMMAND: {
      // PostgreSQL cannot store NUL.
      input: z
        .object({
          text: z
            .string()
            .trim()
            .max(2000)
            .regex(/^[^\0]*$/)
            .default(''),
          hex: hexadecimal.max(2000).default(''),
        })
        .refine(({ text, hex }) => (text === '') !== (hex === ''), { path: ['text'], message: 'commandEmpty' }),
      reply: z.object({ commandId: z.string() }),
    },
  },
} as const satisfies Record<string, Record<string, { input: z.ZodType; reply: z.ZodType; reads?: boolean }>>;

export type SocketNamespace = keyof typeof socketEvents;
type Events<N extends SocketNamespace> = (typeof socketEvents)[N];
type Part<E, K extends 'input' | 'reply'> = E extends Record<K, infer T extends z.ZodType> ? T : never;

/** An event that was not carried out. */
export interface SocketFailure {
  error: string;
  code: number;
  detail?: unknown;
}
/** The events of a namespace as socket.io's types want them. */
export type ClientEvents<N extends SocketNamespace> = {
  [E in keyof Events<N>]: (
    input: z.input<Part<Events<N>[E], 'input'>>,
    answer: (reply: z.output<Part<Events<N>[E], 'reply'>> | SocketFailure) => void,
  ) => void;
};
/** Handlers of the server for each event of a namespace: none may be missing, none may be added. */
export type SocketHandlers<N extends SocketNamespace, Page> = {
  readonly [E in keyof Events<N>]: (
    page: Page,
    input: z.output<Part<Events<N>[E], 'input'>>,
  ) => Promise<z.output<Part<Events<N>[E], 'reply'>>>;
};
