/** Settings of an edge: a process at a site that hands on to a centre (docs/guide/telemetry/edges.md). */
import { outboundProblem, urlProblem } from './config.checks.ts';
import type { SettingReader } from './config.reader.ts';

export const edgeSettings = {
  EDGE_CENTRE: [
    '',
    'Address of the centre, https://…; makes this process an edge: with ROLES=gateway, without a database, at a site.',
  ],
  EDGE_KEY: ['', 'Key of its feed at the centre, feed-…; needed with EDGE_CENTRE.'],
  EDGE_SECRET: ['', 'The secret of that feed; needed with EDGE_CENTRE.'],
  EDGE_STORE_MB: ['1024', 'How much disk messages may take that the centre has not taken yet.'],
  EDGE_WHEN_FULL: [
    'oldest',
    'What goes when that is full: oldest lets the oldest messages go and counts them, newest refuses what comes, so that devices keep it.',
  ],
  EDGE_LOGGERS: [
    '',
    'Comma-separated addresses or networks of the site in which it may connect to loggers over Modbus TCP; empty = to none.',
  ],
  EDGE_SIREN_ON: ['', 'Address at the site that is sent a POST to switch its siren on; empty = there is none.'],
  EDGE_SIREN_OFF: ['', 'Address that switches it off; needed with EDGE_SIREN_ON.'],
} as const satisfies Record<string, readonly [fallback: string, says: string]>;

export interface EdgeConfig {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly maxBytes: number;
  readonly whenFull: 'oldest' | 'newest';
  /** Where it may connect to loggers. */
  readonly loggers: readonly string[];
  /** null = the site has none. */
  readonly siren: { readonly on: string; readonly off: string } | null;
}

type Reader = SettingReader<keyof typeof edgeSettings>;

/** null = this process is no edge. */
export function readEdge(reader: Reader): EdgeConfig | null {
  const url = addressOf(reader, 'EDGE_CENTRE')?.replace(/\/+$/, '');
  if (!url) return null;
  const [key, secret] = [reader.text('EDGE_KEY'), reader.text('EDGE_SECRET')];
  if (!/^feed-[0-9a-f]{20}$/.test(key)) reader.refuse('EDGE_KEY', 'is the key of a feed, feed-…');
  // Its value is not repeated.
  if (secret === '') throw new Error('EDGE_SECRET: is needed with EDGE_CENTRE');
  const whenFull = reader.text('EDGE_WHEN_FULL');
  if (whenFull !== 'oldest' && whenFull !== 'newest') return reader.refuse('EDGE_WHEN_FULL', 'is oldest or newest');
  const [on, off] = [addressOf(reader, 'EDGE_SIREN_ON'), addressOf(reader, 'EDGE_SIREN_OFF')];
  if ((on === null) !== (off === null)) reader.refuse('EDGE_SIREN_ON', 'goes with EDGE_SIREN_OFF');
  return {
    url,
    key,
    secret,
    whenFull,
    maxBytes: reader.count('EDGE_STORE_MB') * 1024 * 1024,
    loggers: reader.checkedList('EDGE_LOGGERS', outboundProblem),
    siren: on !== null && off !== null ? { on, off } : null,
  };
}

const addressOf = (reader: Reader, key: 'EDGE_CENTRE' | 'EDGE_SIREN_ON' | 'EDGE_SIREN_OFF'): string | null =>
  reader.checked(key, (url) => urlProblem(url, ['http:', 'https:']));
