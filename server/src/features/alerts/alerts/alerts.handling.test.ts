import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertCauseLimits, alertCauses } from '@plumbline/contract/alerts/causes';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { documents } from '@plumbline/contract/site/documents';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;
const { alertId, projectId, corporationId } = north;
let ann: { id: number; token: string };
let blind: { id: number; token: string };
before(async () => {
  ann = await makeAccount(server, 'Normal', corporationId, 'Ann');
  await makeMember(server, projectId, ann.id, 'Member');
  blind = await makeAccount(server, 'Normal', corporationId, 'Blind');
  await giveRole(server, north, blind.id, ['Retrieve:Project', 'Update:Alert']);
});

const get = async (by = token) => (await server.call(alerts.get, { alertId }, by)).body;
const entries = async () =>
  (await get()).history
    .filter(({ kind }) => kind !== 'raised')
    .map(({ kind, subject, reason, by }) => [kind, subject, reason, by]);
const attach = (name: string, bytes: Buffer, type: string, by = token, of = alertId) =>
  sendFile(server, alerts.upload, { alertId: of }, by, { bytes, name, type });
const unread = async (by: string) =>
  (await server.call(notifications.latest, {}, by)).body.notifications.filter(
    ({ type, readAt }) => type === 'AlertAssigned' && readAt === null,
  );

test('an alert is assigned to who may see it, who is told once; others and outsiders are refused', async () => {
  const { body } = await server.call(alerts.assignees, { projectId }, token);
  assert.deepEqual(
    body.people.map(({ name }) => name),
    ['Ann', 'North.admin'],
    'who may not see alerts is not offered',
  );
  const assign = (assigneeId: number | null, by = token) => server.call(alerts.assign, { alertId, assigneeId }, by);
  for (const unfit of [blind.id, south.admin.id, 999_999]) {
    const refused = await assign(unfit);
    assert.deepEqual([refused.status, refused.body.error], [409, 'assigneeUnfit']);
  }
  assert.equal((await assign(ann.id)).status, 200);
  await assign(ann.id);
  await server.work!.settle();
  const { alert } = await get();
  assert.deepEqual([alert.assigneeId, alert.assigneeName], [ann.id, 'Ann']);
  const received = await unread(ann.token);
  assert.deepEqual(
    received.map((each) => [each.alertId, each.detail['by']]),
    [[alertId, 'North.admin']],
  );
  const mine = (by: string) => server.call(alerts.ofProject, { projectId, mine: 'true' }, by);
  assert.deepEqual([(await mine(ann.token)).body.total, (await mine(token)).body.total], [1, 0]);
  assert.equal((await server.call(alerts.list, { mine: 'true' }, ann.token)).body.total, 1);

  await server.call(notifications.bulkRead, {}, ann.token);
  await assign(null);
  assert.equal((await get()).alert.assigneeId, null);
  await assign(ann.id);
  await server.work!.settle();
  assert.equal((await unread(ann.token)).length, 1, 'assigned again, she is told again');
  await assign(ann.id, south.admin.token).then(({ status }) => assert.equal(status, 404));
  assert.deepEqual(await entries(), [
    ['assigned', 'Ann', '', 'North.admin'],
    ['unassigned', 'Ann', '', 'North.admin'],
    ['assigned', 'Ann', '', 'North.admin'],
  ]);
});

test('who takes an alert on themselves is not notified of it', async () => {
  const before = (await unread(ann.token)).length;
  await server.call(alerts.assign, { alertId, assigneeId: null }, ann.token);
  await server.call(notifications.bulkRead, {}, ann.token);
  await server.call(alerts.assign, { alertId, assigneeId: ann.id }, ann.token);
  await server.work!.settle();
  assert.deepEqual([before, (await unread(ann.token)).length], [1, 0]);
});

test('causes are kept by the corporation; one that is taken off the list stays readable and can be chosen no more', async () => {
  const create = (name: string, by = token, of = corporationId) =>
    server.call(alertCauses.create, { corporationId: of, name }, by);
  const rain = (await create('Rain')).body.cause;
  const duplicate = await create('rain');
  assert.deepEqual([duplicate.status, duplicate.body.error], [409, 'nameTaken']);
  assert.equal((await create('Rain', ann.token)).status, 403);
  assert.equal((await create('Rain', token, south.corporationId)).status, 404);
  const theirs = (await create('Flood', south.admin.token, south.corporationId)).body.cause;

  const set = (causeId: number | null, by = ann.token) => server.call(alerts.setCause, { alertId, causeId }, by);
  assert.equal((await set(theirs.id)).status, 404, 'a cause of another corporation');
  assert.equal((await set(rain.id)).status, 200);
  const shown = (await server.call(alertCauses.list, { corporationId }, token)).body.causes;
  assert.deepEqual(
    shown.map(({ name, alerts: used }) => [name, used]),
    [['Rain', 1]],
  );
  await server.call(alertCauses.update, { corporationId, causeId: rain.id, name: 'Heavy rain' }, token);
  assert.equal((await get()).alert.causeName, 'Heavy rain');
  const foreign = { corporationId: south.corporationId, causeId: rain.id };
  const renamed = await server.call(alertCauses.update, { ...foreign, name: 'Theirs' }, south.admin.token);
  const removed = await server.call(alertCauses.remove, foreign, south.admin.token);
  assert.deepEqual([renamed.status, removed.status], [404, 404], 'by another corporation, under its own name');
  assert.equal((await get()).alert.causeName, 'Heavy rain');
  assert.equal((await server.call(alertCauses.remove, { corporationId, causeId: rain.id }, token)).status, 200);
  assert.equal((await server.call(alertCauses.remove, { corporationId, causeId: rain.id }, token)).status, 404);
  assert.deepEqual((await server.call(alertCauses.ofProject, { projectId }, ann.token)).body.causes, []);
  assert.deepEqual([(await get()).alert.causeId, (await get()).alert.causeName], [rain.id, 'Heavy rain']);
  assert.equal((await set(null)).status, 200);
  assert.equal((await set(rain.id)).status, 404, 'no longer on the list');
  assert.equal((await create('Rain')).status, 200, 'its name is free again');
});

test('a list of causes is full by those that are on it alone', async () => {
  const fill = (name: string, removedAt: Date | null) =>
    server.db
      .insertInto('alert_cause')
      .values(
        Array.from({ length: alertCauseLimits.causes }, (_, i) => ({
          corporation_id: south.corporationId,
          name: `${name} ${i}`,
          by_name: '',
          created_at: server.clock.now(),
          removed_at: removedAt,
        })),
      )
      .execute();
  const create = (name: string) =>
    server.call(alertCauses.create, { corporationId: south.corporationId, name }, south.admin.token);
  await fill('Removed', server.clock.now());
  assert.equal((await create('Frost')).status, 200);
  await fill('Kept', null);
  const { status, body } = await create('Ice');
  assert.deepEqual([status, body.error], [409, 'alertCausesFull']);
});

test('a measure has its own time and person; one of the future is refused, and one sent twice stands once', async () => {
  const key = randomUUID();
  const doneAt = new Date(server.clock.now().getTime() - 600_000).toISOString();
  const add = (at: string, by = ann.token) =>
    server.call(alerts.addMeasure, { alertId, text: 'Road closed', doneAt: at, key }, by);
  const ahead = await add(new Date(server.clock.now().getTime() + 600_000).toISOString());
  assert.deepEqual([ahead.status, ahead.body.error], [400, 'timeInFuture']);
  assert.deepEqual([(await add(doneAt)).status, (await add(doneAt)).status], [200, 200]);
  const { alert, history } = await get();
  const measures = history.filter(({ kind }) => kind === 'measure');
  assert.deepEqual([alert.measures, measures.length], [1, 1]);
  assert.deepEqual([measures[0]?.doneAt, measures[0]?.reason, measures[0]?.by], [doneAt, 'Road closed', 'Ann']);
});

test('a comment and a verdict that are sent again with their key count once', async () => {
  const before = (await get()).alert.comments;
  const key = randomUUID();
  const comment = () => server.call(alerts.comment, { alertId, text: 'On my way', key }, ann.token);
  assert.deepEqual(
    [(await comment()).body.change.reason, (await comment()).body.change.reason],
    ['On my way', 'On my way'],
  );
  assert.equal((await get()).alert.comments, before + 1);
  const verdict = randomUUID();
  const notice = (with_: string) => server.call(alerts.setStatus, { alertId, status: 'Notice', key: with_ }, ann.token);
  assert.deepEqual([(await notice(verdict)).status, (await notice(verdict)).status], [200, 200]);
  assert.equal((await notice(randomUUID())).body.error, 'alertStatusSame', 'another request is another verdict');
  assert.equal((await get()).history.filter(({ kind, status }) => kind === 'changed' && status === 'Notice').length, 1);
});

test('files are attached, fetched and taken off; wrong, foreign and doubled ones leave nothing behind', async () => {
  const stored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;
  const before = await stored();
  const { status, body } = await attach('IMG 7.png', png, 'image/png', ann.token);
  assert.equal(status, 200, JSON.stringify(body));
  const { id } = body.file;
  assert.deepEqual([body.file.fileName, body.file.isPicture, body.file.byName], ['IMG 7.png', true, 'Ann']);
  assert.equal((await attach('again.png', png, 'image/png')).body.isUnchanged, true);
  const pdf = await attach('Note.pdf', Buffer.from('%PDF-1.7 a note of the night'), 'application/pdf');
  assert.equal(pdf.body.file.isPicture, false);
  assert.equal(await stored(), before + 2);
  for (const [name, bytes, type] of [
    ['page.html', Buffer.from('<script>'), 'text/plain'],
    ['photo.png', Buffer.from('<html><script>alert(1)</script></html>'), 'image/png'],
  ] as const)
    assert.deepEqual((await attach(name, bytes, type)).body.error, 'fileFormat', name);
  assert.equal((await attach('x.png', png, 'image/png', south.admin.token)).status, 404);
  assert.equal(await stored(), before + 2);

  const path = `/alerts/${alertId}/files/${id}`;
  const got = await fetchFile(server, path, ann.token);
  assert.deepEqual([got.status, got.type, got.bytes], [200, 'image/png', png]);
  assert.equal((await fetchFile(server, path, blind.token)).status, 403);
  assert.equal((await fetchFile(server, path, south.admin.token)).status, 404);
  assert.equal((await fetchFile(server, `/alerts/${south.alertId}/files/${id}`, south.admin.token)).status, 404);

  const memberships = server.db.updateTable('project_member').where('account_id', '=', ann.id);
  await memberships.set({ status: 'disabled' }).execute();
  assert.equal((await fetchFile(server, path, ann.token)).status, 404, 'not after the membership has ended');
  await memberships.set({ status: 'active' }).execute();
  assert.equal((await fetchFile(server, path, ann.token)).status, 200);

  assert.equal((await server.call(alerts.removeFile, { alertId, fileId: pdf.body.file.id }, ann.token)).status, 200);
  assert.equal(await stored(), before + 1);
  const { files, alert } = await get();
  assert.deepEqual([files.map(({ fileName }) => fileName), alert.files], [['IMG 7.png'], 1]);
});

test('documents of the project are linked; those of others, and by who may not see them, are not found', async () => {
  const bring = async (of: number, by: string) =>
    (
      await sendFile(server, documents.upload, { projectId: of }, by, {
        bytes: Buffer.from('%PDF-1.7 plan'),
        name: 'Plan.pdf',
        type: 'application/pdf',
      })
    ).body.document.id as number;
  const own = await bring(projectId, token);
  const foreign = await bring(south.projectId, south.admin.token);
  const link = (documentId: number, by = token) => server.call(alerts.linkDocument, { alertId, documentId }, by);
  assert.equal((await link(foreign)).status, 404);
  const narrow = await makeAccount(server, 'Normal', corporationId, 'Narrow');
  await giveRole(server, north, narrow.id, ['Retrieve:Alert', 'Update:Alert']);
  assert.equal((await link(own, narrow.token)).status, 404, 'documents need Retrieve:Project');
  assert.deepEqual([(await link(own)).status, (await link(own)).status], [200, 200]);
  assert.deepEqual(
    (await get()).documents.map(({ name, documentId }) => [name, documentId]),
    [['Plan.pdf', own]],
  );
  assert.equal((await server.call(alerts.unlinkDocument, { alertId, documentId: own }, token)).status, 200);
  assert.equal((await server.call(alerts.unlinkDocument, { alertId, documentId: own }, token)).status, 404);
  await link(own);
  await server.call(documents.remove, { projectId, documentId: own }, token);
  const { documents: left, history } = await get();
  assert.deepEqual(left, [], 'a deleted document is gone, and the history says what there was');
  assert.deepEqual(
    history.filter(({ kind }) => kind.startsWith('document')).map(({ kind, subject }) => [kind, subject]),
    [
      ['documentLinked', 'Plan.pdf'],
      ['documentUnlinked', 'Plan.pdf'],
      ['documentLinked', 'Plan.pdf'],
    ],
  );
});

test('who sees alerts without handling them changes nothing', async () => {
  const guest = await makeAccount(server, 'Normal', corporationId, 'Guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const before = (await entries()).length;
  const doneAt = server.clock.now().toISOString();
  for (const refused of [
    await server.call(alerts.assign, { alertId, assigneeId: guest.id }, guest.token),
    await server.call(alerts.setCause, { alertId, causeId: null }, guest.token),
    await server.call(alerts.addMeasure, { alertId, text: 'x', doneAt }, guest.token),
    await server.call(alerts.commentMany, { alertIds: [alertId], text: 'x' }, guest.token),
    await attach('x.png', png, 'image/png', guest.token),
  ])
    assert.equal(refused.status, 403);
  assert.equal((await entries()).length, before);
});

test('the files of an alert go with its point', async () => {
  const stored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;
  const before = await stored();
  assert.equal((await get()).files.length, 1);
  assert.equal((await server.call(lifecycle.remove, { pointId: north.pointId }, token)).status, 200);
  assert.equal((await server.call(alerts.get, { alertId }, token)).status, 404);
  assert.equal(await stored(), before - 1);
});
