/** Data push over TCP and TLS to servers of our own that keep every byte. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openCertificates } from '../../../../test/openssl.ts';
import { openPush } from '../../../../test/push.fixtures.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { senderLinks } from '../../telemetry/receivers/receivers.api.ts';

const push = await openPush('Tcp');
const { makeRule, measure, send, ruleOf, later, drop, trial } = push;
after(() => senderLinks.closeAll());

type Answer = (nth: number, content: string, socket: Socket) => void;
interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly got: Buffer;
  readonly connections: number;
  answer: Answer;
  close(): Promise<void>;
}
const receivers: Receiver[] = [];
after(() => Promise.all(receivers.map((each) => each.close())));

async function openReceiver({ port = 0, tls }: { port?: number; tls?: { cert: string; key: string } } = {}) {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const take = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      receiver.answer(chunks.length, chunk.toString('latin1'), socket);
    });
  };
  const server: Server = tls ? createTlsServer(tls, take) : createServer(take);
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const at = (server.address() as { port: number }).port;
  const receiver: Receiver = {
    url: `${tls ? 'tls' : 'tcp'}://127.0.0.1:${at}`,
    port: at,
    get got() {
      return Buffer.concat(chunks);
    },
    get connections() {
      return connections;
    },
    answer: () => undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  receivers.push(receiver);
  return receiver;
}
const linesOf = ({ got }: Receiver) => got.toString('utf8').split('\n').filter(Boolean);
const valuesOf = (receiver: Receiver) => linesOf(receiver).map((line) => (JSON.parse(line) as { v: number }).v);
/** Contents of frames of a length (4 bytes, big-endian) and as many bytes. */
function framesOf({ got }: Receiver): string[] {
  const frames: string[] = [];
  for (let at = 0; at < got.length; at += 4 + got.readUInt32BE(at))
    frames.push(got.subarray(at + 4, at + 4 + got.readUInt32BE(at)).toString('utf8'));
  return frames;
}
const lengthFrame = (text: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};

test('lines and frames, over one connection that is kept; every byte is as the format says', async () => {
  const [lines, frames] = [await openReceiver(), await openReceiver()];
  frames.answer = (_nth, _content, socket) => socket.write(lengthFrame('OK 1'));
  const byLine = await makeRule({ name: 'by line', url: lines.url });
  const byLength = await makeRule({
    name: 'by length',
    url: frames.url,
    tcp: { framing: 'length', awaits: 'text', text: 'OK' },
  });
  await measure(1, 2);
  await send();
  await measure(3);
  await send();
  await waitUntil(() => linesOf(lines).length === 3, 'all of it has come');
  assert.deepEqual(valuesOf(lines), [1, 2, 3]);
  assert.deepEqual(
    framesOf(frames).map((text) => (JSON.parse(text) as { v: number }).v),
    [1, 2, 3],
  );
  assert.equal(
    lines.got.toString(),
    linesOf(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
  assert.deepEqual([lines.connections, frames.connections], [1, 1]);
  const tried = await trial(byLength.id);
  assert.deepEqual([tried.fault, tried.answer, tried.request?.method], [null, 'OK 1', 'SEND']);
  for (const { id } of [byLine, byLength]) await drop(id);
});

test('an answer that does not come, or is another, is no acknowledgement: the message comes again, in order', async () => {
  const [silent, other, closing] = [await openReceiver(), await openReceiver(), await openReceiver()];
  other.answer = (_nth, _content, socket) => socket.write('welcome\nERR full\n');
  closing.answer = (nth, _content, socket) => (nth === 1 ? socket.destroy() : socket.write('\n'));
  const make = (name: string, { url }: Receiver, tcp: object) => makeRule({ name, url, tcp });
  const rules = [
    await make('silent', silent, { awaits: 'anything' }),
    await make('other', other, { awaits: 'text', text: 'OK' }),
    await make('closing', closing, { awaits: 'anything' }),
  ];
  const well = await openReceiver();
  const alone = await makeRule({ name: 'alone', url: well.url });
  await measure(10, 11);
  await send();
  assert.deepEqual(
    (await Promise.all(rules.map(({ id }) => ruleOf(id)))).map(({ fault, waiting, faultDetail }) => [
      fault,
      waiting,
      faultDetail,
    ]),
    [
      ['noAcknowledgement', 2, ''],
      ['status', 2, 'welcome ERR full'],
      ['unreachable', 2, 'ECONNRESET'],
    ],
  );
  await waitUntil(() => valuesOf(well).length === 2, 'another rule goes on');
  silent.answer = (_nth, _content, socket) => socket.write('taken\n');
  other.answer = (_nth, _content, socket) => socket.write('OK\n');
  later();
  await send();
  for (const each of [silent, other, closing]) assert.deepEqual(valuesOf(each), [10, 10, 11]);
  for (const { id } of rules) assert.equal((await ruleOf(id)).state, 'upToDate');
  for (const { id } of [...rules, alone]) await drop(id);
});

test('a receiver that is away and comes back, with a connection kept from before', async () => {
  const first = await openReceiver();
  first.answer = (_nth, _content, socket) => socket.write('taken\n');
  const rule = await makeRule({ name: 'back', url: first.url, tcp: { awaits: 'anything' } });
  await measure(20);
  await send();
  await first.close();
  await measure(21, 22);
  await send();
  assert.deepEqual([(await ruleOf(rule.id)).fault, (await ruleOf(rule.id)).waiting], ['unreachable', 2]);
  const again = await openReceiver({ port: first.port });
  again.answer = (_nth, _content, socket) => socket.write('taken\n');
  later();
  await send();
  assert.deepEqual(valuesOf(again), [21, 22]);
  await drop(rule.id);
});

test('an answer without end fills no memory, and what came unasked is no answer', async () => {
  const large = await openReceiver();
  large.answer = (_nth, _content, socket) => socket.write('x'.repeat(200_000));
  const rule = await makeRule({ name: 'large', url: large.url, tcp: { awaits: 'anything' } });
  await measure(30);
  await send();
  assert.equal((await ruleOf(rule.id)).fault, 'answerTooLong');
  await drop(rule.id);
});

test('TLS: a certificate that nobody vouches for is not trusted; one of a known authority is', async () => {
  const certificates = openCertificates();
  const files = certificates.selfSigned('/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1');
  const receiver = await openReceiver({
    tls: { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') },
  });
  receiver.answer = (_nth, _content, socket) => socket.write('taken\n');
  const rule = await makeRule({ name: 'secure', url: receiver.url, tcp: { awaits: 'anything' } });
  await measure(40);
  await send();
  const refused = await ruleOf(rule.id);
  assert.deepEqual([refused.fault, refused.faultDetail], ['unreachable', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  assert.equal(receiver.got.length, 0, 'nothing is said before the certificate is known');
  setDefaultCACertificates([...getCACertificates(), readFileSync(files.cert, 'utf8')]);
  later();
  await send();
  assert.deepEqual(valuesOf(receiver), [40]);
  await drop(rule.id);
});

test('what does not fit is refused at its field', async () => {
  const fieldOf = async (input: object) => {
    const { error, detail } = await push.refusalOf({ name: 'x', url: 'tcp://receiver.example:7000', ...input });
    return [error, ...(detail ?? []).map(({ path, message }) => `${path} ${message}`)];
  };
  const formatId = await push.makeFormat('Rows', { body: 'csv', metaKeys: [] });
  assert.deepEqual(await fieldOf({ formatId }), ['badInput', 'tcp.framing pushLines']);
  assert.deepEqual(await fieldOf({ url: 'tcp://receiver.example' }), ['badInput', 'url pushPort']);
  assert.deepEqual(await fieldOf({ url: 'tcp://receiver.example:7000/x' }), ['badInput', 'url pushNoPath']);
  assert.deepEqual(await fieldOf({ tcp: { awaits: 'text' } }), ['badInput', 'tcp.text required']);
  const inside = await makeRule({ name: 'inside', url: 'tcp://10.1.2.3:7000' });
  const low = await makeRule({ name: 'low', url: 'tcp://127.0.0.1:25' });
  await measure(50);
  await send();
  for (const { id } of [inside, low]) {
    assert.equal((await ruleOf(id)).fault, 'addressRefused');
    await drop(id);
  }
});
