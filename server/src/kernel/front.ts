/**
 * The port of an installation whose pages are served by a process of their own. What devices and watchers ask is answered
 * here; everything else is handed on over a socket of this machine, as it comes and no faster than it is taken. Invariant: a
 * process of pages that stands still, or is gone, holds nothing but its own requests.
 */
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request as requestOver,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { errors } from '@plumbline/contract/kernel/errors';
import { bodyMs } from './body-timeout.ts';
import { peerHeader } from './peer.ts';

/** What concerns one connection alone (RFC 9110, 7.6.1), and the header that is the front's own. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  peerHeader,
]);

/** Shorter than a server keeps an idle connection: the side that sends is the one that lets go. */
const idleMs = 30_000;

export interface FrontParts {
  /** Where the process of pages listens; null = there is none for the moment. */
  readonly pages: () => string | null;
  /** Returns whether a request is answered by this process. */
  readonly isOwn: (method: string, path: string) => boolean;
}

/** Makes the server of the port. `handler` answers what is this process's own. */
export function openFront({ pages, isOwn }: FrontParts): (handler: RequestListener, options: ServerOptions) => Server {
  const agent = new Agent({ keepAlive: true, timeout: idleMs, maxFreeSockets: 64 });
  return (handler, options) => {
    const server = createServer(options, (request, response) => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      if (isOwn(request.method ?? '', path)) handler(request, response);
      else forward(request, response, pages(), agent);
    });
    server.on('upgrade', (request, socket, head) => forwardUpgrade(request, socket, head, pages()));
    server.on('close', () => agent.destroy());
    return server;
  };
}

/** The headers that go on, in their order and as they were written. */
function headersOf({ rawHeaders }: IncomingMessage): string[] {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!ofConnection.has(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}

const peerOf = ({ socket }: IncomingMessage): [string, string] => [peerHeader, socket.remoteAddress ?? ''];

function forward(request: IncomingMessage, response: ServerResponse, socketPath: string | null, agent: Agent): void {
  if (socketPath === null) return void refuse(request, response);
  const headers = [...headersOf(request), ...peerOf(request)];
  const { method, url: path } = request;
  // As a list headers are sent as they are: Node adds no host and no length of its own.
  const options = { socketPath, agent, method, path, headers, setHost: false };
  const onward = requestOver(options as unknown as Parameters<typeof requestOver>[0]);
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersOf(answer));
    answer.pipe(response);
    answer.once('error', () => response.destroy());
    answer.once('aborted', () => response.destroy());
    if (!request.complete) leaveBody(request, answer, onward);
  });
  onward.once('error', () => {
    if (response.headersSent) response.destroy();
    else refuse(request, response);
  });
  response.once('close', () => {
    if (!response.writableFinished) onward.destroy();
  });
  request.pipe(onward);
}

/** What is still to come of a request that was answered before its body was whole is read by nobody, for a bounded time. */
function leaveBody(request: IncomingMessage, answer: IncomingMessage, onward: ClientRequest): void {
  request.unpipe(onward);
  request.resume();
  const timer = setTimeout(() => request.destroy(), bodyMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  // The other end waits for the rest: that connection serves no second request.
  answer.once('end', () => onward.destroy());
}

/** Says that the pages are away for a moment: to a browser as a page that comes back by itself. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.unpipe();
  request.resume();
  if (response.destroyed) return;
  const isPage = request.headers.accept?.includes('text/html') === true;
  const text = isPage
    ? awayPage
    : JSON.stringify({ error: 'unavailable', code: errors.unavailable.code, detail: null });
  response.writeHead(503, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(text),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': '2',
  });
  response.end(text);
}

const awayPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light"><title>Plumbline</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center}</style>
</head><body><p>The pages are starting again. This one comes back by itself.<br>Readings are taken and alerts are sent.</p>
<p lang="zh-CN">页面正在重新启动，本页稍后自动恢复。<br>读数照常接收，告警照常发送。</p></body></html>`;

/** Connects a page's socket to the process of pages, byte by byte. */
function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, socketPath: string | null): void {
  socket.on('error', () => socket.destroy());
  if (socketPath === null) return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
  const onward = connect(socketPath);
  const end = () => {
    onward.destroy();
    socket.destroy();
  };
  onward.once('error', end).once('close', end);
  socket.once('close', end);
  const { rawHeaders, method, url } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() !== peerHeader) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  lines.push(peerOf(request).join(': '));
  onward.write(`${lines.join('\r\n')}\r\n\r\n`);
  onward.write(head);
  onward.pipe(socket).pipe(onward);
}
