/** The port of an installation whose pages are served by another process: real sockets on both sides. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request as requestOver,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { openFront } from './front.ts';
import { peerHeader, serverBehindFront } from './peer.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-front-'));
const socketPath = join(folder, 'pages');
let pages: string | null = socketPath;
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();

const behind = serverBehindFront((request, response) => answer(request, response), {});
behind.on('upgrade', (request, socket) => {
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-Peer: ${request.socket.remoteAddress}\r\n\r\n`,
  );
  socket.pipe(socket);
});
behind.listen(socketPath);
await once(behind, 'listening');

const front: Server = openFront({
  pages: () => pages,
  isOwn: (method, path) => method === 'POST' && path === '/own',
})((_request, response) => response.end('own'), {});
front.listen(0, '127.0.0.1');
await once(front, 'listening');
const { port } = front.address() as AddressInfo;
const url = `http://127.0.0.1:${port}`;

after(() => {
  front.closeAllConnections();
  behind.closeAllConnections();
  front.close();
  behind.close();
  rmSync(folder, { recursive: true, force: true });
});

test('what is its own is answered here, whatever the pages do; everything else goes on as it came', async () => {
  answer = async (request, response) => {
    response.setHeader('x-two', ['a', 'b']);
    response.statusCode = 207;
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        body: await text(request),
        host: request.headers.host,
        list: request.headers['x-list'],
        peer: request.socket.remoteAddress,
        header: request.headers[peerHeader],
      }),
    );
  };
  const response = await fetch(`${url}/a%2Fb?c=%20d`, {
    method: 'PUT',
    body: 'x'.repeat(200_000),
    headers: { 'x-list': '1, 2', [peerHeader]: '8.8.8.8' },
  });
  assert.equal(response.status, 207);
  assert.equal(response.headers.get('x-two'), 'a, b');
  const { body, ...rest } = (await response.json()) as Record<string, unknown>;
  assert.equal(body, 'x'.repeat(200_000));
  assert.deepEqual(rest, {
    method: 'PUT',
    url: '/a%2Fb?c=%20d',
    host: `127.0.0.1:${port}`,
    list: '1, 2',
    peer: '127.0.0.1',
  });

  answer = () => undefined;
  const waiting = fetch(`${url}/held`, { signal: AbortSignal.timeout(30_000) });
  waiting.catch(() => undefined);
  for (let i = 0; i < 20; i++) assert.equal(await (await fetch(`${url}/own?x=1`, { method: 'POST' })).text(), 'own');
  assert.notEqual(await (await fetchOnce(`${url}/own`, 'GET')).status, 200, 'another method is not its own');
});

/** Gives up after a moment: nobody answers. */
const fetchOnce = (address: string, method: string) =>
  fetch(address, { method, signal: AbortSignal.timeout(300) }).catch(() => ({ status: 0 }));

test('without pages the answer is 503, for a browser a page that comes back by itself', async () => {
  pages = null;
  try {
    const program = await fetch(`${url}/api/projects`);
    assert.equal(program.status, 503);
    assert.equal(((await program.json()) as { error: string }).error, 'unavailable');
    const browser = await fetch(url, { headers: { accept: 'text/html,*/*' } });
    assert.equal(browser.status, 503);
    assert.match(await browser.text(), /http-equiv="refresh"/);
    pages = join(folder, 'nothing-there');
    assert.equal((await fetch(`${url}/api/projects`, { method: 'POST', body: 'x' })).status, 503);
  } finally {
    pages = socketPath;
  }
});

test('a refusal before the body has come reaches its sender, and the connection serves the next request', async () => {
  answer = (request, response) => {
    if (request.url === '/early') {
      response.statusCode = 401;
      response.end('no');
      request.resume();
    } else response.end('next');
  };
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.write('POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbeginning');
  await until(() => received.includes('401'));
  socket.write('y'.repeat(100_000 - 'beginning'.length));
  socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => received.includes('next'));
  socket.destroy();
});

test('a client that leaves lets go of its request behind the front', async () => {
  const left = new Promise<void>((resolve) => {
    answer = (request, response) => {
      response.write('some');
      request.socket.once('close', () => resolve());
    };
  });
  const client = requestOver(`${url}/long`);
  client.on('error', () => undefined);
  client.end();
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  await once(response, 'data');
  client.destroy();
  await left;
});

test('an answer that breaks off behind the front breaks off before it', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('some');
    setImmediate(() => response.destroy());
  };
  const response = await fetch(`${url}/broken`);
  await assert.rejects(response.text());
});

test('a socket of a page is carried through, with the address of who opened it', async () => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.write(
    `GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n${peerHeader}: 8.8.8.8\r\n\r\n`,
  );
  await until(() => received.includes('101'));
  assert.match(received, /X-Peer: 127\.0\.0\.1/);
  socket.write('there and back');
  await until(() => received.includes('there and back'));
  socket.destroy();
});

/** Waits for what comes over a socket. */
async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 500 && !isSo(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(isSo());
}

test('an ordinary server is not disturbed by the one behind a front', async () => {
  const plain = createServer((request, response) => response.end(request.socket.remoteAddress));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const response = await fetch(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);
  assert.equal(await response.text(), '127.0.0.1');
  plain.close();
});
