/** Released reports for people without an account: links, passwords, ends, e-mails and hooks. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { channels } from '@plumbline/contract/messages/channels';
import { corporations } from '@plumbline/contract/people/corporations';
import { reportLinks } from '@plumbline/contract/reports/links';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportVerification } from '@plumbline/contract/reports/verification';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { sendReportMessages } from './links.jobs.ts';

const [server, world, other] = await openWorlds(
  ['Links', 'Elsewhere'],
  { OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://watch.example' },
  '2025-04-15T06:00:00Z',
);
const mail = await openMailServer();
const hook = await openCheckingServer();
after(() => {
  mail.close();
  hook.close();
});
const { projectId, corporationId } = world;
const { token } = world.admin;
const reader = await makeAccount(server, 'Normal', corporationId, 'links.reader');
await makeMember(server, projectId, reader.id, 'Guest');

const made = async (token = world.admin.token) => {
  const { body } = await server.call(
    periodReports.make,
    { projectId, type: 'day', day: '2025-04-10', formats: ['pdf', 'csv'], language: 'en' },
    token,
  );
  await server.work!.settle();
  return body.report.id;
};
async function released(token = world.admin.token): Promise<number> {
  await server.call(reportReleases.setApproval, { projectId, makerMayApprove: true }, token);
  const reportId = await made(token);
  for (const name of ['submit', 'approve', 'release'] as const) {
    const answer = await server.call(reportReleases[name], { projectId, reportId }, token);
    assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`);
    await server.work!.settle();
  }
  return reportId;
}
const open = (token: string, password?: string) =>
  server.call(reportLinks.open, { token, ...(password !== undefined && { password }) });
const fileOf = (token: string, format: string, password?: string) =>
  fetch(`${server.url}/api/report-links/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, format, password }),
  });
const link = (reportId: number, more: object = {}, as = token) =>
  server.call(reportLinks.create, { projectId, reportId, recipient: 'Owner', ...more }, as);
const reportId = await released();

test('a link opens one released report, says when it was opened, and ends', async () => {
  const { status, body } = await link(reportId);
  assert.equal(status, 200, JSON.stringify(body));
  const opened = await open(body.token);
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.deepEqual(
    [
      opened.body.recipient,
      opened.body.projectName,
      opened.body.firstDay,
      opened.body.files.map(({ format }) => format),
    ],
    ['Owner', 'Links project', '2025-04-10', ['pdf', 'csv']],
    'the file that one reads comes first',
  );
  const pdf = await fileOf(body.token, 'pdf');
  assert.equal(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  assert.equal((await fileOf(body.token, 'xlsx')).status, 404);
  assert.equal((await fileOf(body.token, 'source')).status, 400, 'what is kept beside is nobody’s');
  const { links } = (await server.call(reportLinks.list, { projectId, reportId }, token)).body;
  assert.deepEqual([links[0]?.openings, links[0]?.firstOpenedAt !== null], [1, true]);
  const rows = await server.database.pool.query('SELECT row_to_json(l)::text AS text FROM report_link l');
  assert.ok(
    rows.rows.every(({ text }) => !text.includes(body.token)),
    'a token is stored nowhere',
  );
  const ended = { projectId, reportId, linkId: body.link.id };
  assert.equal((await server.call(reportLinks.end, ended, token)).status, 200);
  assert.equal((await server.call(reportLinks.end, ended, token)).status, 404);
  const [gone, never] = [await open(body.token), await open('A'.repeat(43))];
  assert.deepEqual([gone.status, gone.body.error], [never.status, never.body.error]);
  assert.equal((await fileOf(body.token, 'pdf')).status, 404);
});

test('a link of a project that is being deleted opens nothing, and says no more than one that never was', async () => {
  const { body } = await link(reportId);
  await server.db.updateTable('project').set({ deleting_at: server.clock.now() }).where('id', '=', projectId).execute();
  const [gone, never] = [await open(body.token), await open('A'.repeat(43))];
  assert.deepEqual([gone.status, gone.body.error], [404, never.body.error]);
  assert.equal((await fileOf(body.token, 'pdf')).status, 404);
  await server.db.updateTable('project').set({ deleting_at: null }).where('id', '=', projectId).execute();
  assert.equal((await open(body.token)).status, 200);
});

test('a link and the code say whose report it is, with a logo that anybody may load', async () => {
  const picture = { bytes: png, name: 'logo.png', type: 'image/png' };
  const admin = await server.tokenFor(world.admin.id);
  const { body } = await link(reportId, {}, admin);
  const { title } = (await server.call(corporations.get, { corporationId }, admin)).body.corporation;
  assert.deepEqual((await open(body.token)).body.corporation, { title, logo: null });
  assert.equal((await sendFile(server, corporations.setLogo, { corporationId }, admin, picture)).status, 200);
  const opened = (await open(body.token)).body;
  const verified = (await server.call(reportVerification.open, { code: opened.code })).body;
  assert.deepEqual(verified.corporation, opened.corporation);
  const image = await fetchFile(server, `/brand/${opened.corporation.logo}`, '');
  assert.deepEqual([image.status, image.bytes], [200, png]);
});

test('a password is asked for before anything is said, and guessing is slowed down', async () => {
  const { body } = await link(reportId, { password: 'dam-2025' });
  const first = await open(body.token);
  assert.deepEqual([first.status, first.body.error], [403, 'reportLinkPassword']);
  assert.ok(!JSON.stringify(first.body).includes('Links project'));
  assert.equal((await fileOf(body.token, 'pdf')).status, 403);
  assert.equal((await open(body.token, 'dam-2025')).status, 200);
  assert.equal((await fileOf(body.token, 'pdf', 'dam-2025')).status, 200);
  for (let i = 0; i < 10; i++) await open(body.token, 'wrong');
  assert.equal((await open(body.token, 'dam-2025')).body.error, 'tooMany');
  server.clock.advance(16 * 60_000);
  assert.equal((await open(body.token, 'dam-2025')).status, 200);
  assert.equal((await link(reportId, { password: 'short' })).body.error, 'badInput');
});

test('it ends by the clock; what is not released has none; nobody else makes one', async () => {
  const fresh = await server.tokenFor(world.admin.id);
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
  const { body } = await link(reportId, { expiresAt: until }, fresh);
  assert.equal((await open(body.token)).status, 200);
  server.clock.advance(2 * 3_600_000);
  assert.equal((await open(body.token)).status, 404);
  assert.equal((await link(reportId, { expiresAt: until }, fresh)).body.error, 'reportLinkEnded');
  assert.equal((await link(await made(fresh), {}, fresh)).body.error, 'reportState');
  const [guest, foreign] = [await server.tokenFor(reader.id), await server.tokenFor(other.admin.id)];
  assert.equal((await link(reportId, {}, guest)).body.error, 'notAllowed');
  assert.equal((await link(reportId, {}, foreign)).status, 404);
  const elsewhere = { projectId: other.projectId, reportId, recipient: 'X' };
  assert.equal((await server.call(reportLinks.create, elsewhere, foreign)).status, 404);
});

test('a release goes out to recipients in their language and to hooks, once, and is tried again', async () => {
  const as = await server.tokenFor(world.admin.id);
  const secret = 'hook-secret-0123456789';
  await server.call(
    channels.create,
    {
      corporationId,
      kind: 'email',
      name: 'Mail',
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      from: 'a@b.example',
    } as never,
    as,
  );
  const { body: made } = await server.call(
    channels.create,
    { corporationId, kind: 'webhook', name: 'Program', url: `${hook.url}/hook`, secret } as never,
    as,
  );
  assert.equal(made.error, undefined, JSON.stringify(made));
  const add = (name: string, email: string, language: 'en' | 'zh-CN') =>
    server.call(reportLinks.addRecipient, { projectId, name, email, language }, as);
  assert.equal((await add('Owner', 'owner@example.com', 'en')).status, 200);
  assert.equal((await add('业主', 'yezhu@example.com', 'zh-CN')).status, 200);
  assert.equal((await add('Again', 'owner@example.com', 'en')).body.error, 'nameTaken');
  const foreign = await server.call(
    reportLinks.setDistribution,
    { projectId: other.projectId, hookIds: [made.channel.id] },
    await server.tokenFor(other.admin.id),
  );
  assert.equal(foreign.status, 404, 'a hook of another corporation');
  await server.call(reportLinks.setDistribution, { projectId, hookIds: [made.channel.id], linkDays: 30 }, as);
  hook.answer = () => ({ status: 200, body: '{}' });
  mail.mood = 'later';
  hook.arrived.length = 0;
  const id = await released(as);
  await server.tick(sendReportMessages.name);
  assert.equal(hook.arrived.length, 2, 'made, and released');
  const [arrived] = hook.arrived;
  const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(arrived!.headers['x-plumbline-signature']))!;
  assert.equal(signature, createHmac('sha256', secret).update(`${seconds}.${arrived!.body}`).digest('hex'));
  assert.deepEqual(hook.arrived.map(({ body }) => (JSON.parse(body) as { event: string }).event).sort(), [
    'reportMade',
    'reportReleased',
  ]);
  const states = async () =>
    (await server.call(reportLinks.list, { projectId, reportId: id }, as)).body.messages
      .filter(({ medium }) => medium === 'email')
      .map(({ state }) => state);
  assert.deepEqual(await states(), ['queued', 'queued']);
  mail.mood = 'accept';
  mail.mails.length = 0;
  server.clock.advance(3 * 60_000);
  await server.tick(sendReportMessages.name);
  await server.tick(sendReportMessages.name);
  assert.deepEqual(await states(), ['sent', 'sent']);
  assert.equal(mail.mails.length, 2, 'each once');
  const decoded = mail.mails.map(({ to, text }) => ({ to, text: quotedText(text) }));
  const english = decoded.find(({ to }) => to.includes('owner@example.com'))!;
  assert.match(english.text, /a report was released/i);
  assert.match(english.text, /^From: Links <a@b\.example>$/m, 'its sender is the corporation');
  assert.match(
    english.text,
    /src="cid:logo\.[^"@]+@plumbline" width="40" height="40"/,
    'its logo, as large as a mail bears',
  );
  assert.match(english.text, /^Content-Type: image\/jpeg; name=logo\.jpg$/m);
  const [, opened] = /https:\/\/watch\.example\/#\/report\/([\w-]{43})/.exec(english.text)!;
  assert.equal((await open(opened!)).body.recipient, 'Owner');
  const sealed = await server.database.pool.query('SELECT 1 FROM report_message WHERE sealed IS NOT NULL');
  assert.deepEqual(sealed.rows, [], 'a token is forgotten once it is sent');
});

/** The text of a mail without the breaks of quoted-printable. */
const quotedText = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

test('what cannot be sent for a day is given up, and says why', async () => {
  const as = await server.tokenFor(world.admin.id);
  hook.answer = () => ({ status: 503, body: 'busy' });
  mail.mood = 'never';
  const id = await released(as);
  await server.tick(sendReportMessages.name);
  server.clock.advance(26 * 3_600_000);
  await server.tick(sendReportMessages.name);
  const fresh = await server.tokenFor(world.admin.id);
  const { messages } = (await server.call(reportLinks.list, { projectId, reportId: id }, fresh)).body;
  assert.ok(messages.length >= 4 && messages.every(({ state }) => state === 'failed'), JSON.stringify(messages));
  assert.ok(messages.some(({ answer }) => answer.includes('503')));
});
