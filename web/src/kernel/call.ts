import { limits } from '@plumbline/contract/kernel/constants';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import { type InputOf, type OutputOf, type Route, type Schema, sendsQuery } from '@plumbline/contract/kernel/route';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { noteServerTime } from './server-clock.ts';
import * as session from './session.ts';
import { begin } from './uploads.ts';

/**
 * The one way from a page to the server: a contract route, its input, and its reply.
 * Invariant: it gives what the route declares or throws a `Failure` of the catalogue or `Unreachable`; nothing else.
 */
export class Unreachable extends Error {
  readonly reason: 'timeout' | 'network' | 'status' | 'stopped';
  readonly status: number | null;
  constructor(reason: Unreachable['reason'], status: number | null = null) {
    super(reason);
    this.name = 'Unreachable';
    this.reason = reason;
    this.status = status;
  }
}

/**
 * A failure as the server answered it. Its numbers come from the answer, so that the browser is not sent the catalogue; one
 * that this build does not know has no words of its own and is told as unknown.
 */
export class AnsweredFailure extends Failure {
  readonly code: number | null;
  readonly status: number;
  constructor(
    name: string,
    { code = null, status, detail }: { code?: number | null; status: number; detail?: unknown },
  ) {
    super(name as ErrorName, detail);
    this.code = code;
    this.status = status;
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Another token than the session's: for ending a session that this page has already left. */
  readonly token?: string | undefined;
  /** The record as its author saw it: a write of a guarded route is refused when it has become another since. */
  readonly over?: unknown;
  /** The same request, where the page has sent it before its scripts were here (first.ts). */
  readonly sent?: Promise<Response> | undefined;
}

/** Relative to the page, so that the application works below any path. */
const base = './api';

/** JSON route. GET sends the rest of the input as query (lists as repeated names), others as JSON body. */
export async function call<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  options: CallOptions = {},
): Promise<OutputOf<O>> {
  const { url, rest } = place(route, input);
  const inQuery = sendsQuery(route);
  const response = await send(`${url}${inQuery ? query(rest) : ''}`, {
    method: route.method,
    headers: {
      ...(inQuery ? {} : { 'content-type': 'application/json' }),
      ...(route.guards && options.over !== undefined
        ? { 'if-match': `"${versionOf(options.over, definedNames(rest))}"` }
        : {}),
    },
    body: inQuery ? null : JSON.stringify(rest),
    options,
  });
  return (await response.json()) as OutputOf<O>;
}

/** Upload route: the file as multipart `file`, the rest of the input as query. It may take as long as bytes move. */
export async function upload<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  file: File,
): Promise<OutputOf<O>> {
  const { url, rest } = place(route, input);
  const body = new FormData();
  body.append('file', file);
  const token = session.token();
  const response = await sendFile(`${url}${query(rest)}`, { method: route.method, body, name: file.name, token });
  if (!response.ok) throw await failureOf(response, token);
  return (await response.json()) as OutputOf<O>;
}

/** Download route: the content and the file name that the server gave. */
export async function download<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  options: CallOptions = {},
): Promise<{ blob: Blob; fileName: string | null }> {
  const { url, rest } = place(route, input);
  const asQuery = sendsQuery(route);
  const response = await send(asQuery ? `${url}${query(rest)}` : url, {
    method: route.method,
    headers: asQuery ? {} : { 'content-type': 'application/json' },
    body: asQuery ? null : JSON.stringify(rest),
    options,
  }).catch((error: unknown) => Promise.reject(ofFile(error)));
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return { blob: await response.blob(), fileName: named ? decodeURIComponent(named) : null };
}

/** What is not found where a file is asked for is the file: its words say so (`notFound_file`). */
const ofFile = (error: unknown): unknown =>
  error instanceof AnsweredFailure && error.name === 'notFound'
    ? new AnsweredFailure(error.name, { code: error.code, status: error.status, detail: { fault: 'file' } })
    : error;

/** Hands a blob to the person as a file. */
export function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  releaseAddress(url);
}

/** Lets the blob behind an address go, a while later: what is being loaded from it is loaded to its end. */
export function releaseAddress(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function place(route: Route, input: unknown): { url: string; rest: Record<string, unknown> } {
  const fields = { ...(input as Record<string, unknown>) };
  const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  return { url: `${base}${url}`, rest: fields };
}

/** The fields that JSON carries: nothing undefined. */
const definedNames = (fields: Record<string, unknown>): string[] =>
  Object.keys(fields).filter((name) => fields[name] !== undefined);

function query(fields: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | null;
  readonly options: CallOptions;
}

async function send(url: string, { method, headers, body, options }: Sent): Promise<Response> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  const { signal } = options;
  const token = options.token ?? session.token();
  let response: Response;
  try {
    response = await (options.sent ??
      fetch(url, {
        method,
        body,
        headers: { accept: 'application/json', ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(timeout.aborted ? 'timeout' : 'network');
  }
  noteServerTime(response.headers.get('date'));
  if (response.ok) return response;
  throw await failureOf(response, token);
}

/** Only this older way of asking tells how far the bytes are. Throws Unreachable when none moved for too long. */
function sendFile(
  url: string,
  { method, body, name, token }: { method: string; body: FormData; name: string; token: string | null },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { sent, end } = begin(name, () => give('stopped'));
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => give('timeout'), limits.requestTimeoutMs);
    };
    const finish = (): void => {
      clearTimeout(timer);
      end();
    };
    const give = (reason: Unreachable['reason']): void => {
      finish();
      request.onerror = null;
      request.abort();
      reject(new Unreachable(reason));
    };
    request.open(method, url);
    request.setRequestHeader('accept', 'application/json');
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      sent(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      finish();
      resolve(new Response(request.responseText, { status: request.status }));
    };
    request.onerror = () => give('network');
    wait();
    request.send(body);
  });
}

async function failureOf(response: Response, token: string | null): Promise<Error> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== 'object' || answer === null || !('error' in answer))
    return new Unreachable('status', response.status);
  const { error, code, detail } = answer as { error: string; code?: number; detail?: unknown };
  // A token that ended while other calls were under way is told once: only the token now in use may end the session.
  if (session.isSessionExpired({ error, code }) && token !== null && token === session.token())
    session.expire('expired');
  if (error === 'secondFactorMissing') session.limit();
  return new AnsweredFailure(error, { code: code ?? null, status: response.status, detail });
}
