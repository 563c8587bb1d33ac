/** Data push as files, to the FTP and SFTP servers of this repository, into folders that nobody takes files out of. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import ssh2 from 'ssh2';
import { openCertificates } from '../../../../test/openssl.ts';
import { openPush } from '../../../../test/push.fixtures.ts';
import { openFtp } from '../../telemetry/ftp/ftp.port.api.ts';
import { openSftp } from '../../telemetry/sftp/sftp.port.api.ts';

const certificate = openCertificates().selfSigned('/CN=localhost', '-addext', 'subjectAltName=DNS:localhost');
const push = await openPush('Files', {
  FTP_PORT: '0',
  FTP_PASSIVE_PORTS: '',
  MQTT_TLS_CERT: certificate.cert,
  MQTT_TLS_KEY: certificate.key,
});
const { server, world, makeRule, measure, send, ruleOf, later, drop, change, trial } = push;
const folder = mkdtempSync(join(tmpdir(), 'push-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
assert.ok(server.gateway && server.config.ftp);
const parts = { feeds: server.gateway.feeds, log: server.log, host: '127.0.0.1', dataDir: folder };
const ftp = await openFtp({ ...parts, clock: server.clock, ftp: server.config.ftp });
const sftp = await openSftp({ ...parts, port: 0 });
after(async () => {
  await ftp.close();
  await sftp.close();
});
const keyFile = readFileSync(join(folder, 'sftp_host_key'));
const parsed = ssh2.utils.parseKey(keyFile);
assert.ok(!(parsed instanceof Error) && !Array.isArray(parsed));
const hostKey = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;

/** An account of both servers, with its folder. */
async function makeAccount() {
  const { corporationId, admin } = world;
  const input = {
    corporationId,
    kind: 'folder',
    name: crypto.randomUUID().slice(0, 30),
    wrapping: 'plain',
    place: { in: 'content', path: 'id' },
    plainFtp: true,
  };
  const { status, body } = await server.call(feeds.create, input as never, admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  const { key, id: feedId } = body.feed;
  const { secret } = (await server.call(feeds.newSecret, { corporationId, feedId }, admin.token)).body;
  const inbox = join(folder, 'feeds', key);
  await mkdir(inbox, { recursive: true });
  return { inbox, secrets: { '/userName': key, '/password': secret }, secret };
}
const filesIn = async (inbox: string) =>
  (await readdir(inbox)).filter((name) => !['done', 'refused'].includes(name)).toSorted();
const valuesIn = async (inbox: string) => {
  const names = await filesIn(inbox);
  return Promise.all(
    names.map(async (name) => (JSON.parse(await readFile(join(inbox, name), 'utf8')) as { v?: number }).v),
  );
};
const numbered = { name: '{number}_{rule}.json', hostKey };

for (const [kind, url] of [
  ['ftp', `ftp://127.0.0.1:${ftp.port}`],
  ['sftp', `sftp://127.0.0.1:${sftp.port}/`],
] as const)
  test(`${kind}: each message is a file of the next number; a file that is there stays as it is`, async () => {
    const { inbox, secrets, secret } = await makeAccount();
    await writeFile(join(inbox, `000002_by_${kind}.json`), '{"v":"of somebody else"}');
    const rule = await makeRule({ name: `by ${kind}`, url, file: numbered, secrets });
    await measure(1, 2, 3);
    await send();
    await measure(4);
    await send();
    assert.deepEqual((await ruleOf(rule.id)).fault, null, (await ruleOf(rule.id)).faultDetail);
    assert.deepEqual(
      await filesIn(inbox),
      [1, 2, 3, 4, 5].map((number) => `00000${number}_by_${kind}.json`),
      'whole, and nothing of a half one',
    );
    assert.deepEqual(await valuesIn(inbox), [1, 'of somebody else', 2, 3, 4]);
    const tried = await trial(rule.id);
    assert.deepEqual([tried.fault, tried.answer, tried.request?.method], [null, `000006_by_${kind}.json`, 'STOR']);
    assert.ok(!JSON.stringify([tried, await push.logs(rule.id)]).includes(secret));

    await change(rule.id, { file: { ...numbered, name: 'latest.json' } });
    await measure(5, 6);
    await send();
    const waiting = await ruleOf(rule.id);
    assert.deepEqual([waiting.fault, waiting.faultDetail, waiting.waiting], ['nameTaken', 'latest.json', 1]);
    rmSync(join(inbox, 'latest.json'));
    later();
    await send();
    assert.deepEqual(JSON.parse(await readFile(join(inbox, 'latest.json'), 'utf8')).v, 6);
    await drop(rule.id);
  });

test('a login that is refused, a folder that is not there, a server that is away: said, and nothing is lost', async () => {
  const { inbox, secrets } = await makeAccount();
  const url = `ftp://127.0.0.1:${ftp.port}`;
  const wrong = { ...secrets, '/password': 'guessed-word' };
  const rules = [
    await makeRule({ name: 'login', url, file: numbered, secrets: wrong }),
    await makeRule({ name: 'login 2', url: `sftp://127.0.0.1:${sftp.port}`, file: numbered, secrets: wrong }),
    await makeRule({ name: 'folder', url: `${url}/no/such`, file: numbered, secrets }),
    await makeRule({ name: 'key', url: `sftp://127.0.0.1:${sftp.port}`, file: { name: '{number}' }, secrets }),
  ];
  await measure(20);
  await send();
  const states = await Promise.all(rules.map(({ id }) => ruleOf(id)));
  assert.deepEqual(
    states.map(({ fault, waiting }) => [fault, waiting]),
    [
      ['loginRefused', 1],
      ['loginRefused', 1],
      ['folderMissing', 1],
      ['hostKeyUnknown', 1],
    ],
  );
  assert.equal(states[3]?.faultDetail, hostKey, 'it says which key the server has shown');
  assert.ok(!/guessed-word/.test(JSON.stringify(states)));
  const other = ssh2.utils.generateKeyPairSync('ed25519');
  const changed = ssh2.utils.parseKey(other.public);
  assert.ok(!(changed instanceof Error) && !Array.isArray(changed));
  const foreign = createHash('sha256').update(changed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  await change(rules[3]?.id ?? 0, { file: { name: '{number}', hostKey: `SHA256:${foreign}` } });
  await change(rules[2]?.id ?? 0, { url });
  await send();
  assert.equal((await ruleOf(rules[3]?.id ?? 0)).fault, 'hostKeyUnknown', 'another key than that of the rule');
  assert.deepEqual(await valuesIn(inbox), [20]);
  for (const { id } of rules) await drop(id);
});

test('a data port that the server names elsewhere counts for nothing, and a server that breaks off leaves no file', async () => {
  const lines: string[] = [];
  /** Says that its data port is at an address inside, and breaks off with the upload. */
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        const verb = line.split(' ')[0];
        if (verb === 'USER') socket.write('331 word\r\n');
        else if (verb === 'PASS') socket.write('230 in\r\n');
        else if (verb === 'SIZE') socket.write('550 none\r\n');
        else if (verb === 'EPSV') socket.write('500 no\r\n');
        else if (verb === 'PASV') socket.write('227 (10,1,2,3,0,25)\r\n');
        else if (verb === 'QUIT') socket.end();
        else socket.write('200 fine\r\n');
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  after(() => server.close());
  const url = `ftp://127.0.0.1:${(server.address() as { port: number }).port}`;
  const rule = await makeRule({ name: 'elsewhere', url, file: numbered });
  await measure(30);
  await send();
  assert.deepEqual([(await ruleOf(rule.id)).fault, (await ruleOf(rule.id)).waiting], ['addressRefused', 1]);
  assert.ok(!lines.some((line) => line.startsWith('RNFR')));
  await drop(rule.id);
});

test('FTPS: with a certificate of a known authority', async () => {
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate.cert, 'utf8')]);
  const { inbox, secrets } = await makeAccount();
  const rule = await makeRule({ name: 'ftps', url: `ftps://localhost:${ftp.port}`, file: numbered, secrets });
  await measure(40);
  await send();
  assert.deepEqual([(await ruleOf(rule.id)).fault, await valuesIn(inbox)], [null, [40]]);
  assert.equal(existsSync(join(inbox, '000001_ftps.json')), true);
  await drop(rule.id);
});

test('names and folders that could mean something else are refused at their field', async () => {
  const fieldOf = async (input: object) => {
    const { error, detail } = await push.refusalOf({ name: 'x', url: 'ftp://receiver.example', ...input });
    return [error, ...(detail ?? []).map(({ path, message }) => `${path} ${message}`)];
  };
  for (const name of ['../x', '.hidden', 'a/b', '{day}.csv'])
    assert.deepEqual(await fieldOf({ file: { name } }), ['badInput', 'file.name pushFileName']);
  assert.deepEqual(await fieldOf({ url: 'ftp://receiver.example/a%0D%0ADELE%20b' }), ['badInput', 'url pushFolder']);
  assert.deepEqual(await fieldOf({ file: { hostKey: 'abc' } }), ['badInput', 'file.hostKey pushHostKey']);
});
