/** The demonstration's administrator as a client of the product: its routes, through every check that a browser meets. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Language } from '@plumbline/contract/kernel/constants';
import { type InputOf, type OutputOf, type Route, sendsQuery } from '@plumbline/contract/kernel/route';
import { sessions } from '@plumbline/contract/people/sessions';
import type { FastifyInstance } from 'fastify';
import { ownHeaders } from '../kernel/own-requests.ts';
import { demoUser } from './demo.ts';
import { fileInWords, isLettered, wordsBetween } from './demo.words.ts';

export interface File {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
export interface Client {
  readonly corporationId: number;
  call<R extends Route>(route: R, input: InputOf<R['input']>): Promise<OutputOf<R['reply']>>;
  send<R extends Route>(route: R, input: InputOf<R['input']>, file: File): Promise<OutputOf<R['reply']>>;
  /** A message of a feed, as its sender posts it. */
  deliver(feedKey: string, secret: string, message: object): Promise<void>;
  /** Does something as somebody else. */
  as(name: string, ownPassword: string, run: (client: Client) => Promise<unknown>): Promise<void>;
  signOut(): Promise<unknown>;
}

export interface Furnishing {
  readonly client: Client;
  /** Everything is dated from here, so that a step that is taken up later finds what it made before. */
  readonly madeMs: number;
  readonly projects: ReadonlyMap<string, number>;
}
export type Step = readonly [name: string, run: (furnishing: Furnishing) => Promise<void>];

/** A file of the demonstration, by its name in files/. */
export function fileOf(name: string): File {
  const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  return { name, type, bytes: readFileSync(join(import.meta.dirname, 'files', name)) };
}

/** Where the server listens, as this machine reaches it: over the wire, because its time limits are laid on real sockets. */
export function ownAddressOf({ server }: Pick<FastifyInstance, 'server'>): string {
  const { address, port, family } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

/** In whose words requests go out and answers come in: the sources of the demonstration are in English alone. */
export interface Speech {
  language: Language;
}

/** Words of one end to those of the other, and what is in them named by its language. */
function spoken({ language }: Speech) {
  const [out, back] = [wordsBetween('en', language), wordsBetween(language, 'en')];
  return {
    out: (value: unknown, key = ''): unknown =>
      typeof value !== 'string' ? value : key === 'language' && value === 'en' ? language : (out.get(value) ?? value),
    file: ({ name, type, bytes }: File): File => ({
      name: out.get(name) ?? name,
      type,
      bytes: isLettered(type) ? Buffer.from(fileInWords(bytes.toString(), type, out)) : bytes,
    }),
    back: <T>(text: string): T =>
      JSON.parse(text, (_, value) => (typeof value === 'string' ? (back.get(value) ?? value) : value)) as T,
  };
}

/** Signs in at a server; every request throws an Error unless it is answered with 200, and once `stop` is aborted. */
export async function signIn(
  url: string,
  password: string,
  stop: AbortSignal,
  { username = demoUser, speech = { language: 'en' } }: { readonly username?: string; readonly speech?: Speech } = {},
): Promise<Client> {
  let token = '';
  async function request<R extends Route>(route: R, input: InputOf<R['input']>, file?: File) {
    stop.throwIfAborted();
    const rest: Record<string, unknown> = { ...(input as object) };
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const asQuery = file !== undefined || sendsQuery(route);
    const words = spoken(speech);
    const query = asQuery
      ? Object.entries(rest).map(([key, value]): [string, string] => [key, String(words.out(value, key))])
      : [];
    const json = asQuery ? null : JSON.stringify(rest, (key, value) => words.out(value, key));
    const answer = await fetch(`${url}/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`, {
      method: route.method,
      headers: {
        ...ownHeaders,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== null && { 'content-type': 'application/json' }),
      },
      body: file ? formOf(words.file(file)) : json,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${route.method} ${path}: ${text.slice(0, 500)}`);
    return words.back<OutputOf<R['reply']>>(text);
  }
  const session = await request(sessions.signin, { username, password });
  token = session.token;
  return {
    corporationId: session.corporation?.id ?? 0,
    call: <R extends Route>(route: R, input: InputOf<R['input']>) => request(route, input),
    send: <R extends Route>(route: R, input: InputOf<R['input']>, file: File) => request(route, input, file),
    async deliver(feedKey, secret, message) {
      stop.throwIfAborted();
      const answer = await fetch(`${url}/api/feeds/${feedKey}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(60_000),
      });
      if (answer.status !== 200) throw new Error(`feed: ${(await answer.text()).slice(0, 500)}`);
    },
    async as(name, ownPassword, run) {
      const other = await signIn(url, ownPassword, stop, { username: name, speech });
      await run(other);
      await other.signOut();
    },
    signOut: () => request(sessions.signout, {}),
  };
}

function formOf({ name, type, bytes }: File): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}
