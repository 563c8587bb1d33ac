/** The life of a report over HTTP: reviewed, approved by the right people, released, sealed; and what nobody can change then. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { history } from '@plumbline/contract/readings/history';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { reportVerification } from '@plumbline/contract/reports/verification';
import { projects } from '@plumbline/contract/site/projects';
import { extractText, getDocumentProxy } from 'unpdf';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile } from '../../../../test/pictures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { tidyReports } from '../period-reports/period-reports.jobs.ts';

const [server, world, other] = await openWorlds(['Releases', 'Elsewhere'], {}, '2025-04-15T06:00:00Z');
const { projectId } = world;
const maker = world.admin.token;
const approver = await makeAccount(server, 'Normal', world.corporationId, 'approver');
await makeMember(server, projectId, approver.id, 'Manager');
const reader = await makeAccount(server, 'Normal', world.corporationId, 'reader');
await makeMember(server, projectId, reader.id, 'Guest');
await setTimeZone(server, projectId, 'Europe/Berlin');
await server.db.updateTable('point').set({ archived_at: server.clock.now() }).where('id', '=', world.pointId).execute();

const beginsMs = Date.parse('2025-02-28T23:00:00Z');
const crack = { family: 'crack' as const, type: 2, mode: 0, interval_seconds: 3600 };
const pointId = await makePoint(server, world, 'R-1', crack);
await seal(
  server,
  pointId,
  Array.from({ length: 48 }, (_, i) => ({ at: beginsMs + i * hourMs, values: [i / 2, 20], raw: {} })),
);

async function made(choice: object = {}): Promise<PeriodReport> {
  const { body } = await server.call(
    periodReports.make,
    { projectId, type: 'month', day: '2025-03-10', formats: ['pdf', 'xlsx', 'csv'], language: 'en', ...choice },
    maker,
  );
  await server.work!.settle();
  return body.report;
}
const get = async (reportId: number, as = maker) =>
  (await server.call(reportReleases.get, { projectId, reportId }, as)).body;
type Step = 'submit' | 'approve' | 'release';
async function step(name: Step, reportId: number, as = maker) {
  const answer = await server.call(reportReleases[name], { projectId, reportId }, as);
  await server.work!.settle();
  return answer;
}
async function bytesOf(reportId: number, format: string): Promise<Uint8Array> {
  const response = await fetch(`${server.url}/api/projects/${projectId}/reports/${reportId}/files/${format}`, {
    headers: { authorization: `Bearer ${maker}` },
  });
  assert.equal(response.status, 200, format);
  return new Uint8Array(await response.arrayBuffer());
}
async function textOf(reportId: number): Promise<string> {
  const pdf = await getDocumentProxy((await bytesOf(reportId, 'pdf')).slice());
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll('\u200b', '').replace(/\s+/g, ' ');
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
async function released(choice?: object): Promise<number> {
  const { id } = await made(choice);
  for (const [name, as] of [
    ['submit', maker],
    ['approve', approver.token],
    ['release', maker],
  ] as const)
    assert.equal((await step(name, id, as)).status, 200, name);
  const { review } = await get(id);
  assert.equal(review.state, 'released', JSON.stringify(review));
  return id;
}
const verify = (code: string) => server.call(reportVerification.open, { code });
const compare = (code: string) => server.call(reportVerification.readings, { code });

test('a report goes from draft to released step by step, by the people who may', async () => {
  const { id: reportId } = await made();
  const before = await get(reportId);
  assert.deepEqual(
    [before.review.state, before.review.version, before.review.code, before.mayApprove, before.whyNot],
    ['draft', 1, null, false, 'reportOwnApproval'],
  );
  const draft = await textOf(reportId);
  assert.ok(!draft.includes('In review'));

  const write = (conclusions: string, as = maker) =>
    server.call(reportReleases.setConclusions, { projectId, reportId, conclusions }, as);
  assert.equal((await write('Nothing', reader.token)).body.error, 'notAllowed');
  assert.equal((await write('The wall moves less than in February.\nNo measure is needed.')).status, 200);
  // Who had the empty text before them is told, and overwrites nothing.
  const over = await fetch(`${server.url}/api/projects/${projectId}/reports/${reportId}/review`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${maker}`,
      'content-type': 'application/json',
      'if-match': `"${versionOf(before.review, ['conclusions'])}"`,
    },
    body: JSON.stringify({ conclusions: 'Mine' }),
  });
  assert.equal(((await over.json()) as { error: string }).error, 'changedMeanwhile');
  const { revisions } = (await server.call(reportReleases.revisions, { projectId, reportId }, maker)).body;
  assert.equal(revisions.length, 1);

  assert.equal((await step('approve', reportId, approver.token)).body.error, 'reportState');
  assert.equal((await step('submit', reportId)).status, 200);
  const inReview = await get(reportId, approver.token);
  assert.deepEqual([inReview.review.state, inReview.review.writing, inReview.mayApprove], ['inReview', false, true]);
  const text = await textOf(reportId);
  assert.ok(text.includes('No measure is needed.') && text.includes('In review'), text.slice(0, 800));
  assert.ok(text.indexOf('No measure is needed.') < text.indexOf('Points by the highest level'));

  assert.equal((await step('approve', reportId, maker)).body.error, 'reportOwnApproval');
  const back = await server.call(
    reportReleases.sendBack,
    { projectId, reportId, reason: 'Say which wall' },
    approver.token,
  );
  assert.equal(back.body.review.state, 'draft');
  const { comments } = (await server.call(reportReleases.comments, { projectId, reportId }, reader.token)).body;
  assert.deepEqual(
    comments.map((each) => each.text),
    ['Say which wall'],
  );
  assert.equal((await write('The western wall moves less than in February.')).status, 200);
  await step('submit', reportId);
  assert.equal((await step('approve', reportId, approver.token)).body.review.state, 'approved');
  assert.equal((await write('Later')).body.error, 'reportState');
  assert.equal((await step('release', reportId, reader.token)).body.error, 'notAllowed');
  await step('release', reportId);
  const { review, report } = await get(reportId);
  assert.deepEqual([review.state, review.sealNumber, report.expiresAt], ['released', 1, null]);
  const final = await textOf(reportId);
  for (const words of [review.code!, 'The western wall', 'Approved by', 'Released by'])
    assert.ok(final.includes(words), words);
  assert.equal((await write('Later')).body.error, 'reportState');
});

test('comments are threads of their report, resolved and opened again, and end with the release', async () => {
  const { id: reportId } = await made();
  const one = { projectId, reportId };
  const add = (input: object, as = maker) =>
    server.call(reportReleases.addComment, { ...one, text: 'Why so high?', ...input } as never, as);
  const { comment } = (await add({ section: 'measurements', page: 3 })).body;
  const answer = (await add({ parentId: comment.id, text: 'Rain.' }, approver.token)).body.comment;
  assert.deepEqual([answer.section, answer.page, answer.parentId], ['measurements', 3, comment.id]);
  assert.equal((await add({ parentId: answer.id })).body.error, 'notFound', 'an answer begins no thread');
  assert.equal((await add({}, reader.token)).body.error, 'notAllowed');
  const resolve = (commentId: number, resolved: boolean) =>
    server.call(reportReleases.resolveComment, { ...one, commentId, resolved }, approver.token);
  assert.equal((await resolve(answer.id, true)).body.error, 'notFound');
  assert.notEqual((await resolve(comment.id, true)).body.comment.resolved, null);
  assert.equal((await resolve(comment.id, false)).body.comment.resolved, null);
  const { states } = (
    await server.call(reportReleases.states, { projectId, reportIds: [reportId, 999_999] }, reader.token)
  ).body;
  assert.deepEqual(states, [{ reportId, state: 'draft', version: 1, openComments: 1 }]);
  const { id: foreign } = await made();
  assert.equal(
    (
      await server.call(
        reportReleases.addComment,
        { ...one, reportId: foreign, parentId: comment.id, text: 'x' },
        maker,
      )
    ).body.error,
    'notFound',
  );
});

test('a comment stays at its place of a page, over editions of the files and over versions of the report', async () => {
  const { id: reportId } = await made();
  const add = async (input: object, id = reportId) =>
    (await server.call(reportReleases.addComment, { projectId, reportId: id, text: 'x', ...input } as never, maker))
      .body;
  const place = { x: 0.25, y: 0.5 };
  assert.equal((await add({ place })).error, 'badInput', 'a place is of a page');
  assert.equal((await add({ page: 1, place: { x: 1.2, y: 0 } })).error, 'badInput');
  const first = (await add({ page: 2, place, text: 'Which gauge?' })).comment;
  assert.deepEqual([first.place, first.version, first.edition], [place, 1, 1]);
  const answer = (await add({ parentId: first.id, page: 1, place: { x: 0, y: 0 } })).comment;
  assert.deepEqual([answer.page, answer.place], [2, place], 'an answer is where its thread is');

  await step('submit', reportId);
  assert.equal((await get(reportId)).review.edition, 2, 'its files were written anew');
  const [late, ahead, present] = [
    (await add({ edition: 1 })).comment,
    (await add({ edition: 9 })).comment,
    (await add({})).comment,
  ];
  assert.deepEqual([late.edition, ahead.edition, present.edition], [1, 2, 2], 'what its author looked at');
  const pages = await fetchFile(server, `/projects/${projectId}/reports/${reportId}/review/pages`, reader.token);
  assert.deepEqual([pages.status, sha256(pages.bytes)], [200, sha256(await bytesOf(reportId, 'pdf'))]);
  const table = await made({ formats: ['csv'] });
  const bare = await fetchFile(server, `/projects/${projectId}/reports/${table.id}/review/pages`, reader.token);
  assert.equal(bare.status, 404, 'it has no pages');
  await step('approve', reportId, approver.token);
  await step('release', reportId);

  const { report } = (await server.call(reportReleases.newVersion, { projectId, reportId }, maker)).body;
  await server.work!.settle();
  await add({ page: 1, text: 'Still high' }, report.id);
  const { comments } = (await server.call(reportReleases.comments, { projectId, reportId: report.id }, reader.token))
    .body;
  assert.deepEqual(
    comments
      .filter(({ parentId, text }) => parentId === null && text !== 'x')
      .map((each) => [each.text, each.reportId, each.version, each.page, each.place]),
    [
      ['Which gauge?', reportId, 1, 2, place],
      ['Still high', report.id, 2, 1, null],
    ],
  );
  const former = { projectId, reportId: report.id, commentId: first.id, resolved: true };
  assert.equal(
    (await server.call(reportReleases.resolveComment, former, maker)).status,
    404,
    'that version is released',
  );
  const { body: earlier } = await server.call(reportReleases.comments, { projectId, reportId }, maker);
  assert.ok(earlier.comments.every((each) => each.reportId === reportId));
});

test('who approves is a setting of the project: roles, people, and whether the maker may', async () => {
  const { id: reportId } = await made();
  await step('submit', reportId);
  const set = (input: object, as = maker) =>
    server.call(reportReleases.setApproval, { projectId, ...input } as never, as);
  assert.equal((await set({ roles: [] }, reader.token)).body.error, 'notAllowed');
  assert.equal((await set({ memberIds: [reader.id] })).body.error, 'notFound', 'a guest changes no reports');
  await set({ roles: ['Owner'] });
  assert.equal((await step('approve', reportId, approver.token)).body.error, 'reportApprover');
  await set({ memberIds: [approver.id] });
  assert.equal((await get(reportId, approver.token)).mayApprove, true);
  await set({ makerMayApprove: true });
  assert.equal((await step('approve', reportId, maker)).body.review.state, 'approved');
  await set({ roles: ['Owner', 'Manager'], memberIds: [], makerMayApprove: false });
});

test('a released report is changed by nobody: by no route, by no clean-up, not in the database', async () => {
  const reportId = await released();
  const gone = await server.call(periodReports.remove, { projectId, reportId }, maker);
  assert.equal(gone.body.error, 'reportSealed');
  for (const statement of [
    `UPDATE report SET language = 'zh-CN' WHERE id = ${reportId}`,
    `UPDATE report SET expires_at = now() WHERE id = ${reportId}`,
    `DELETE FROM report WHERE id = ${reportId}`,
    `UPDATE report_file SET bytes = 1 WHERE report_id = ${reportId}`,
    `DELETE FROM report_file WHERE report_id = ${reportId} AND format = 'csv'`,
    `UPDATE report_review SET conclusions = 'x' WHERE report_id = ${reportId}`,
    `UPDATE report_review SET state = 'draft' WHERE report_id = ${reportId}`,
    `UPDATE report_seal SET hash = 'x' WHERE report_id = ${reportId}`,
    `DELETE FROM report_seal WHERE report_id = ${reportId}`,
    `INSERT INTO report_file SELECT report_id, 'txt', file_id, bytes FROM report_file WHERE report_id = ${reportId} AND format = 'csv'`,
  ])
    await assert.rejects(server.database.pool.query(statement), /is sealed/, statement);
  const { id: plain } = await made();
  server.clock.advance(40 * 86_400_000);
  await server.tick(tidyReports.name);
  const { rows } = await server.database.pool.query('SELECT id FROM report WHERE id = ANY($1)', [[reportId, plain]]);
  assert.deepEqual(rows, [{ id: reportId }]);
  server.clock.advance(-40 * 86_400_000);
});

test('its PDF is signed, and says so to others than us', async (t) => {
  const reportId = await released();
  const bytes = await bytesOf(reportId, 'pdf');
  const file = join(mkdtempSync(join(tmpdir(), 'plumbline-pdf-')), 'released.pdf');
  writeFileSync(file, bytes);
  let output: string;
  try {
    output = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return t.skip('no pdfsig here');
    throw error;
  }
  assert.match(output, /Signature is Valid/);
  assert.match(output, /ETSI\.CAdES\.detached/);
  assert.match(output, /Total document signed/);
  const changed = Buffer.from(bytes);
  changed[2000] = changed[2000]! ^ 1;
  writeFileSync(file, changed);
  assert.doesNotMatch(execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }), /Signature is Valid/);
});

test('one that compares with the period before is sealed over the readings of its own', async () => {
  const content = TemplateContent.parse({
    paper: 'a4',
    orientation: 'portrait',
    blocks: [{ kind: 'statistics' }, { kind: 'comparison' }],
  });
  const template = { projectId, name: 'With comparison', content };
  const { body } = await server.call(reportTemplates.create, template, maker);
  // In April nothing was read; in March, before it, two days.
  const id = await released({ day: '2025-04-01', templateId: body.template.id });
  const { review } = await get(id);
  const same = (await compare(review.code!)).body;
  assert.deepEqual([same.unchanged, same.changed, same.fields], [true, 0, 1]);
});

test('anybody verifies it by its code, and learns what the project shows', async () => {
  const reportId = await released();
  const { review } = await get(reportId);
  const { status, body } = await verify(review.code!.toLowerCase().replaceAll('-', ''));
  assert.equal(status, 200);
  assert.deepEqual(
    [body.projectName, body.firstDay, body.intact, body.releasedBy !== null, body.withdrawnAt],
    ['Releases project', '2025-03-01', true, true, null],
  );
  for (const { format, sha256: hash } of body.files)
    assert.equal(sha256(await bytesOf(reportId, format)), hash, format);
  assert.deepEqual(body.files.map(({ format }) => format).sort(), ['csv', 'pdf', 'xlsx']);
  await server.call(reportReleases.setApproval, { projectId, showsReleasedBy: false }, maker);
  assert.equal((await verify(review.code!)).body.releasedBy, null);
  const wrong = await verify('2222-2222-2222-2222-2222');
  assert.equal(wrong.status, 404);
  assert.equal((await verify('nonsense')).status, 404);

  const same = (await compare(review.code!)).body;
  assert.deepEqual([same.unchanged, same.changed, same.fields, same.points], [true, 0, 1, null]);
  const flagged = await server.call(
    history.flag,
    {
      pointId,
      fields: ['opening'],
      times: [new Date(beginsMs + 5 * hourMs).toISOString()],
      quality: 'fail',
      reason: 'Spike',
    },
    maker,
  );
  assert.equal(flagged.status, 200, JSON.stringify(flagged.body));
  server.clock.advance(11 * 60_000);
  assert.equal((await compare(review.code!)).body.changed, 1);
  await server.call(reportReleases.setApproval, { projectId, showsPoints: true }, maker);
  assert.deepEqual((await compare(review.code!)).body.points, ['R-1']);
  for (let i = 0; i < 40; i++) await verify('3333-3333-3333-3333-3333');
  assert.equal((await verify('3333-3333-3333-3333-3333')).body.error, 'tooMany');
});

test('a new version names what changed; the one before says that it was replaced, and one is withdrawn with a reason', async () => {
  const { body: list } = await server.call(reportReleases.released, { projectId }, maker);
  const first = list.released[0]!;
  const before = await get(first.report.id);
  // The readings differ since the flag of the test before: the report of then had all of them.
  const again = await server.call(reportReleases.newVersion, { projectId, reportId: first.report.id }, maker);
  await server.work!.settle();
  assert.equal(again.status, 200, JSON.stringify(again.body));
  const reportId = again.body.report.id;
  assert.equal(
    (await server.call(reportReleases.newVersion, { projectId, reportId: first.report.id }, maker)).body.error,
    'reportState',
    'one at a time',
  );
  await step('submit', reportId);
  const { review } = await get(reportId);
  assert.deepEqual([review.version, review.replacesId, review.changes?.total], [2, first.report.id, 1]);
  const counts = review.changes!.lines[0]!.figures.find(({ figure }) => figure === 'count');
  assert.deepEqual(counts, { figure: 'count', before: 48, after: 47 });
  await step('approve', reportId, approver.token);
  await step('release', reportId);
  assert.equal((await get(first.report.id)).review.replacedById, reportId);
  server.clock.advance(16 * 60_000);
  assert.notEqual((await verify(before.review.code!)).body.replacedAt, null);
  const withdrawn = await server.call(
    reportReleases.withdraw,
    { projectId, reportId: first.report.id, reason: 'A spike was counted' },
    maker,
  );
  assert.equal(withdrawn.body.review.withdrawn?.reason, 'A spike was counted');
  const shown = (await verify(before.review.code!)).body;
  assert.notEqual(shown.withdrawnAt, null);
  assert.ok(!JSON.stringify(shown).includes('spike'), 'why is not for everybody');
});

test('the chain holds over all of them, and breaks where a file, a text or a seal was changed behind our back', async () => {
  const check = async () => (await server.call(reportReleases.verifyChain, { projectId }, maker)).body;
  const whole = await check();
  assert.deepEqual([whole.holds, whole.faults], [true, []]);
  const rest = (await server.call(reportReleases.verifyChain, { projectId, after: 2 }, maker)).body;
  assert.deepEqual([rest.holds, rest.seals, rest.end, rest.next], [true, whole.seals - 2, whole.end, null]);
  assert.ok(whole.seals >= 5 && whole.files === whole.seals * 4, JSON.stringify(whole));
  const { rows } = await server.database.pool.query(
    `SELECT f.file_id AS id, s.number FROM report_file f JOIN report_seal s ON s.report_id = f.report_id
     WHERE f.format = 'csv' ORDER BY s.number LIMIT 1`,
  );
  const folder = join(server.config.dataDir, 'files');
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .find((name) => name.endsWith(rows[0].id) && statSync(name).isFile());
  assert.ok(path, 'where the file lies');
  const content = readFileSync(path);
  writeFileSync(path, Buffer.concat([content, Buffer.from(' ')]));
  assert.deepEqual((await check()).faults[0], {
    number: rows[0].number,
    reportId: (await check()).faults[0]!.reportId,
    fault: 'file',
    format: 'csv',
  });
  writeFileSync(path, content);
  await server.database.pool.query('ALTER TABLE report_seal DISABLE TRIGGER sealed');
  await server.database.pool.query(
    `UPDATE report_seal SET body = replace(body, '"version":1', '"version":7') WHERE number = 2`,
  );
  const broken = await check();
  assert.deepEqual(broken.faults[0]?.fault, 'seal');
  await server.database.pool.query(
    `UPDATE report_seal SET body = replace(body, '"version":7', '"version":1') WHERE number = 2`,
  );
  await server.database.pool.query('ALTER TABLE report_seal ENABLE TRIGGER sealed');
  assert.equal((await check()).holds, true);
});

test('a seal that was written anew with its own hash breaks the link to it of the next one', async () => {
  const { pool } = server.database;
  const seals = async () => (await pool.query('SELECT number, body, hash FROM report_seal ORDER BY number')).rows;
  const [, second] = (await seals()) as { number: number; body: string; hash: string }[];
  const put = async ({ body, hash: sealHash }: { body: string; hash: string }) => {
    await pool.query('ALTER TABLE report_seal DISABLE TRIGGER sealed');
    await pool.query('UPDATE report_seal SET body = $1, hash = $2 WHERE number = 2', [body, sealHash]);
    await pool.query('ALTER TABLE report_seal ENABLE TRIGGER sealed');
  };
  const forged = second!.body.replace(/"releasedBy":"[^"]*"/, '"releasedBy":"Somebody else"');
  assert.notEqual(forged, second!.body);
  await put({ body: forged, hash: sha256(Buffer.from(forged)) });
  const { body } = await server.call(reportReleases.verifyChain, { projectId }, maker);
  assert.deepEqual([body.holds, body.faults.map(({ number, fault }) => [number, fault])], [false, [[3, 'order']]]);
  // So it does where one goes on from the seal before it.
  const onwards = (await server.call(reportReleases.verifyChain, { projectId, after: 2 }, maker)).body;
  assert.deepEqual(
    onwards.faults.map(({ number, fault }) => [number, fault]),
    [[3, 'order']],
  );
  await put(second!);
  assert.equal((await server.call(reportReleases.verifyChain, { projectId }, maker)).body.holds, true);
});

test('a seal that is missing breaks the chain at the next one', async () => {
  const { pool } = server.database;
  const { rows } = await pool.query('SELECT row_to_json(s) AS seal FROM report_seal s WHERE number = 2');
  await pool.query('ALTER TABLE report_seal DISABLE TRIGGER ALL');
  await pool.query('DELETE FROM report_seal WHERE number = 2');
  const { body } = await server.call(reportReleases.verifyChain, { projectId }, maker);
  assert.deepEqual([body.holds, body.faults.map(({ number, fault }) => [number, fault])], [false, [[3, 'order']]]);
  await pool.query('INSERT INTO report_seal SELECT * FROM jsonb_populate_record(NULL::report_seal, $1)', [
    JSON.stringify(rows[0].seal),
  ]);
  await pool.query('ALTER TABLE report_seal ENABLE TRIGGER ALL');
  assert.equal((await server.call(reportReleases.verifyChain, { projectId }, maker)).body.holds, true);
});

test('conclusions and a code that were changed behind our back are not those that were sealed', async () => {
  const { pool } = server.database;
  const [first] = (await pool.query('SELECT report_id AS id, number FROM report_seal ORDER BY number LIMIT 1')).rows;
  const before = (await pool.query('SELECT conclusions, code FROM report_review WHERE report_id = $1', [first.id]))
    .rows[0];
  for (const [column, changed] of [
    ['conclusions', 'The wall moves.'],
    ['code', '2222-2222-2222-2222-2222'],
  ] as const) {
    const put = async (value: string) => {
      await pool.query('ALTER TABLE report_review DISABLE TRIGGER ALL');
      await pool.query(`UPDATE report_review SET ${column} = $1 WHERE report_id = $2`, [value, first.id]);
      await pool.query('ALTER TABLE report_review ENABLE TRIGGER ALL');
    };
    await put(changed);
    const { faults } = (await server.call(reportReleases.verifyChain, { projectId }, maker)).body;
    assert.deepEqual(faults, [{ number: first.number, reportId: first.id, fault: 'text', format: null }], column);
    await put(before[column]);
  }
  assert.equal((await server.call(reportReleases.verifyChain, { projectId }, maker)).body.holds, true);
});

test('nothing of it is there for another corporation, and it ends with its project', async () => {
  const reportId = (await server.call(reportReleases.released, { projectId }, maker)).body.released[0]!.report.id;
  const foreign = other.admin.token;
  for (const route of [reportReleases.get, reportReleases.comments, reportReleases.submit] as const)
    assert.equal((await server.call(route, { projectId, reportId }, foreign)).status, 404);
  const elsewhere = { projectId: other.projectId, reportId };
  assert.equal((await server.call(reportReleases.get, elsewhere, foreign)).status, 404);
  const password = 'Right-9-pass';
  const password_hash = await hash(password, { memoryCost: 1024, timeCost: 1 });
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', world.admin.id).execute();
  const removed = await server.call(projects.remove, { projectId, password }, maker);
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  await server.work!.settle();
  const { rows } = await server.database.pool.query('SELECT 1 FROM report_seal WHERE project_id = $1', [projectId]);
  assert.deepEqual(rows, []);
});
