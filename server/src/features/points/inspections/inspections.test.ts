import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { inspections } from '@plumbline/contract/points/inspections';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

// The clock of the tests stands at 2026-03-18T06:00Z, a Wednesday; in Berlin it is 07:00.
const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, structureId } = north;
const { token } = north.admin;
await setTimeZone(server, projectId, 'Europe/Berlin');
/** Moves the clock, and with it when everybody was last seen: sessions would end. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.db.updateTable('token').set({ last_seen_at: server.clock.now() }).execute();
}

const question = { help: '', isRequired: true, options: [], unit: '', min: null, max: null };
const questions = [
  {
    ...question,
    key: 'drain',
    kind: 'choice' as const,
    label: 'Drain',
    options: [
      { label: 'Clear', isFault: false },
      { label: 'Blocked', isFault: true },
    ],
  },
  { ...question, key: 'seepage', kind: 'number' as const, label: 'Seepage', unit: 'L/s', min: 0, max: 2 },
  { ...question, key: 'words', kind: 'text' as const, label: 'What else', isRequired: false },
  { ...question, key: 'crest', kind: 'photo' as const, label: 'Crest' },
  { ...question, key: 'name', kind: 'signature' as const, label: 'Signed' },
];
let made = 0;
async function makeTemplate() {
  const { body, status } = await server.call(
    inspections.createTemplate,
    { projectId, name: `Walk ${++made}`, questions },
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.template;
}
const daily = { unit: 'day', every: 1, firstOn: '2026-03-18', at: '06:30', graceHours: 4 } as const;
async function makePlan(more: object = {}) {
  const { id: templateId } = await makeTemplate();
  const { body, status } = await server.call(
    inspections.createPlan,
    { projectId, name: `Plan ${++made}`, templateId, ...daily, ...more },
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.plan;
}
const start = async (planId: number) => server.call(inspections.start, { projectId, planId }, token);
const answers = {
  drain: { value: 'Clear' },
  seepage: { value: 0.4 },
  name: { strokes: [[0.1, 0.5, 0.9, 0.5]] },
};
const save = (roundId: number, given: object = answers) =>
  server.call(inspections.answer, { projectId, roundId, answers: given as never }, token);
const finish = (roundId: number) => server.call(inspections.finish, { projectId, roundId }, token);
const photograph = (roundId: number, questionKey = 'crest', tail = '') =>
  sendFile(server, inspections.addPhoto, { projectId, roundId, questionKey }, token, {
    bytes: Buffer.concat([png, Buffer.from(tail)]),
    name: 'IMG 1.png',
    type: 'image/png',
  });
async function finished(planId: number): Promise<number> {
  const { body } = await start(planId);
  const { id } = body.round;
  await save(id);
  await photograph(id);
  const ended = await finish(id);
  assert.equal(ended.status, 200, JSON.stringify(ended.body));
  return id;
}
const planNow = async (planId: number) =>
  (await server.call(inspections.plans, { projectId }, token)).body.plans.find(({ id }) => id === planId)!;

test('a template counts its versions, and a round keeps the one it began with', async () => {
  const plan = await makePlan();
  const { body } = await start(plan.id);
  assert.deepEqual([body.isNew, body.round.templateVersion, body.round.questions.length], [true, 1, 5]);
  const change = { projectId, templateId: plan.templateId, name: 'Other walk', questions: questions.slice(0, 2) };
  const changed = await server.call(inspections.updateTemplate, change, token);
  assert.deepEqual([changed.body.template.version, changed.body.template.name], [2, 'Other walk']);
  const again = await server.call(inspections.updateTemplate, change, token);
  assert.equal(again.body.template.version, 2, 'the same questions are no other version');
  const unchanged = await server.call(inspections.get, { projectId, roundId: body.round.id }, token);
  assert.deepEqual([unchanged.body.round.templateVersion, unchanged.body.round.questions.length], [1, 5]);
  const removed = await server.call(inspections.removeTemplate, { projectId, templateId: plan.templateId }, token);
  assert.equal(removed.body.error, 'notEmpty');
});

test('questions that cannot be answered are refused, each with its place', async () => {
  const [choice, number] = questions as [(typeof questions)[0], (typeof questions)[0]];
  for (const [path, wrong] of [
    ['questions.0.options', [{ ...choice, options: choice.options.slice(0, 1) }]],
    ['questions.0.max', [{ ...number, min: 3, max: 2 }]],
    ['questions.1.key', [number, { ...number, label: 'Again' }]],
    ['questions', []],
  ] as const) {
    const { status, body } = await server.call(
      inspections.createTemplate,
      { projectId, name: 'Wrong', questions: wrong as never },
      token,
    );
    assert.deepEqual([status, (body.detail as { path: string }[])[0]?.path], [400, path]);
  }
});

test('two people who begin are in one round; what one saved over the other is told', async () => {
  const plan = await makePlan();
  const [one, two] = await Promise.all([start(plan.id), start(plan.id)]);
  assert.equal(one.body.round.id, two.body.round.id);
  assert.deepEqual([one.body.isNew, two.body.isNew].sort(), [false, true]);
  const roundId = one.body.round.id;
  await save(roundId, { drain: { value: 'Blocked' } });
  const response = await fetch(`${server.url}/api/projects/${projectId}/inspections/${roundId}/answers`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'if-match': `"${versionOf(two.body.round, ['answers'])}"`,
    },
    body: JSON.stringify({ answers: { drain: { value: 'Clear' } } }),
  });
  assert.equal(((await response.json()) as { error: string }).error, 'changedMeanwhile');
});

test('a plan has one round open at a time: moved meanwhile, it goes on; and the next waits until it is finished', async () => {
  const plan = await makePlan();
  const { body } = await start(plan.id);
  const roundId = body.round.id;
  const change = (more: object) =>
    server.call(inspections.updatePlan, { ...asPlanned, projectId, planId: plan.id, ...more } as never, token);
  const { name, templateId, structureId: at, pointId, location, assigneeIds, isEnabled } = plan;
  const asPlanned = { name, templateId, structureId: at, pointId, location, assigneeIds, isEnabled, ...daily };
  const moved = await change({ at: '06:45' });
  assert.deepEqual([moved.status, moved.body.plan.state, moved.body.plan.roundId], [200, 'begun', roundId]);
  const again = await start(plan.id);
  assert.deepEqual(
    [again.body.round.id, again.body.isNew, again.body.round.dueAt],
    [roundId, false, moved.body.plan.dueAt],
  );
  await later(dayMs);
  const nextDay = await start(plan.id);
  assert.deepEqual([nextDay.body.round.id, nextDay.body.isNew], [roundId, false]);
  await save(roundId);
  await photograph(roundId);
  assert.equal((await finish(roundId)).status, 200);
  const fresh = await start(plan.id);
  assert.equal(fresh.body.isNew, true);
  await later(-dayMs);
  const open = await server.db
    .selectFrom('inspection_round')
    .select('id')
    .where('plan_id', '=', plan.id)
    .where('finished_at', 'is', null)
    .execute();
  assert.deepEqual(open, [{ id: fresh.body.round.id }]);
});

test('an answer that does not fit its question is refused; an incomplete round is not finished', async () => {
  const { id } = (await start((await makePlan()).id)).body.round;
  for (const wrong of [
    { drain: { value: 'Something else' } },
    { seepage: { value: 'a lot' } },
    { crest: { value: 'a photo' } },
    { drain: { strokes: [[0, 0]] } },
    { unknown: { value: 'x' } },
  ])
    assert.deepEqual([(await save(id, wrong)).status, Object.keys(wrong)], [400, Object.keys(wrong)]);
  await save(id, { seepage: { value: 9 } });
  const { body } = await finish(id);
  assert.deepEqual(
    [body.error, (body.detail as { questions: string[] }).questions],
    ['inspectionIncomplete', ['drain', 'crest', 'name']],
  );
  await save(id, { ...answers, seepage: { value: 9 }, drain: { value: 'Blocked' } });
  await photograph(id);
  const ended = await finish(id);
  assert.deepEqual([ended.body.round.faults, ended.body.round.outOfLimits], [1, 1]);
});

test('a finished round can only be read, by whatever way; finished again it is the same', async () => {
  const plan = await makePlan();
  const roundId = await finished(plan.id);
  const { body } = await server.call(inspections.get, { projectId, roundId }, token);
  const photoId = body.round.photos[0]!.id;
  const { finishedAt } = body.round;
  await later(60_000);
  const refused = await Promise.all([
    save(roundId, {}),
    photograph(roundId, 'crest', 'another'),
    server.call(inspections.copy, { projectId, roundId }, token),
    server.call(inspections.removePhoto, { projectId, roundId, photoId }, token),
    server.call(inspections.markPhoto, { projectId, roundId, photoId, marks: [] }, token),
  ]);
  assert.deepEqual([...new Set(refused.map((each) => each.body.error))], ['inspectionFinished']);
  assert.equal((await finish(roundId)).body.round.finishedAt, finishedAt);
  await later(-60_000);
});

test('a correction says why, stands for the round once it is finished, and shares its photos', async () => {
  const roundId = await finished((await makePlan()).id);
  const correct = (id: number, reason: string) =>
    server.call(inspections.correct, { projectId, roundId: id, reason }, token);
  assert.equal((await correct(roundId, ' ')).status, 400);
  const { body } = await correct(roundId, 'Read the wrong weir');
  const next = body.round;
  assert.deepEqual([next.revision, next.reason, next.photos.length], [2, 'Read the wrong weir', 1]);
  assert.equal((await correct(roundId, 'Twice')).body.round.id, next.id, 'the one that is open');
  assert.equal((await correct(next.id, 'Open')).body.error, 'inspectionNotFinished');
  const before = (await server.call(inspections.get, { projectId, roundId }, token)).body.round;
  assert.deepEqual([before.isReplaced, before.openCorrectionId], [false, next.id]);
  const gone = { projectId, roundId: next.id, photoId: next.photos[0]!.id };
  assert.equal((await server.call(inspections.removePhoto, gone, token)).status, 200);
  const unchanged = `/projects/${projectId}/inspections/${roundId}/photos/${before.photos[0]!.id}/file`;
  assert.equal((await fetchFile(server, unchanged, token)).status, 200, 'the file of the first is still there');
  await photograph(next.id, 'crest', 'new');
  assert.equal((await finish(next.id)).status, 200);
  assert.equal((await server.call(inspections.get, { projectId, roundId }, token)).body.round.isReplaced, true);
  assert.equal((await correct(roundId, 'Late')).body.error, 'inspectionReplaced');
});

test('copy from the last round: its four refusals, and what is copied is to be confirmed', async () => {
  const plan = await makePlan();
  const first = (await start(plan.id)).body.round.id;
  const copy = (roundId: number) => server.call(inspections.copy, { projectId, roundId }, token);
  assert.equal((await copy(first)).body.error, 'inspectionLastNotFound');
  await save(first, { ...answers, words: { value: 'Moss' } });
  await photograph(first);
  await finish(first);
  const early = await start(plan.id);
  assert.deepEqual(
    [early.body.error, (early.body.detail as { at: string }).at],
    ['inspectionNotYetTime', '2026-03-19T05:30:00.000Z'],
  );
  await later(dayMs);
  const second = (await start(plan.id)).body.round.id;
  await save(second, { seepage: { value: 1.1 } });
  const { round } = (await copy(second)).body;
  assert.deepEqual(
    [round.answers['seepage']?.value, round.answers['drain'], round.answers['words']?.isCopied, round.photos.length],
    [1.1, { value: 'Clear', strokes: [], note: '', isCopied: true }, true, 0],
    'what was typed stays; no photo and no signature is copied',
  );
  assert.equal(round.answers['name'], undefined);
  assert.equal((await copy(second)).body.error, 'inspectionCopyDuplicate');
  const { body } = await finish(second);
  assert.deepEqual((body.detail as { questions: string[] }).questions, ['drain', 'words', 'crest', 'name']);
  await save(second, { ...answers, words: { value: 'Moss' } });
  await photograph(second);
  assert.equal((await finish(second)).status, 200);

  await server.call(
    inspections.updateTemplate,
    { projectId, templateId: plan.templateId, name: 'Shorter walk', questions: questions.slice(0, 3) },
    token,
  );
  await later(dayMs);
  const third = (await start(plan.id)).body.round.id;
  assert.equal((await copy(third)).body.error, 'inspectionTemplateDiffers');
  await later(-2 * dayMs);
});

test('a plan is due, begun, overdue and done by the clocks of its project, and off when it is switched off', async () => {
  const early = await makePlan({ at: '07:01' });
  assert.deepEqual([early.state, early.nextAt], ['waiting', '2026-03-18T06:01:00.000Z']);
  assert.equal((await start(early.id)).body.error, 'inspectionNotYetTime');
  const plan = await makePlan();
  assert.deepEqual(
    [plan.state, plan.dueAt, plan.deadlineAt],
    ['due', '2026-03-18T05:30:00.000Z', '2026-03-18T09:30:00.000Z'],
  );
  const roundId = (await start(plan.id)).body.round.id;
  assert.equal((await planNow(plan.id)).state, 'begun');
  await later(5 * 3_600_000);
  assert.deepEqual([(await planNow(plan.id)).state, (await planNow(plan.id)).roundId], ['overdue', roundId]);
  await save(roundId);
  await photograph(roundId);
  await finish(roundId);
  assert.equal((await planNow(plan.id)).state, 'done');
  const { name, templateId } = plan;
  await server.call(
    inspections.updatePlan,
    { projectId, planId: plan.id, name, templateId, ...daily, isEnabled: false },
    token,
  );
  assert.deepEqual([(await planNow(plan.id)).state, (await planNow(plan.id)).nextAt], ['off', null]);
  assert.equal((await start(plan.id)).body.error, 'inspectionPlanOff');
  await later(-5 * 3_600_000);
});

test('an overdue round is told of once: to those whom the plan names, else to whoever may do it', async () => {
  const li = await makeAccount(server, 'Normal', north.corporationId, 'li.na');
  await makeMember(server, projectId, li.id, 'Member');
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'a.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const own = await makePlan({ assigneeIds: [li.id] });
  const guests = await makePlan({ assigneeIds: [guest.id] });
  const done = await makePlan();
  await finished(done.id);
  const heading = async (to: string) =>
    (await server.call(notifications.list, {}, to)).body.notifications
      .filter(({ type }) => type === 'InspectionOverdue')
      .map(({ title }) => title)
      .filter((title) => [own, guests, done].some(({ name }) => name === title))
      .sort();
  await server.tick('watch-inspections');
  await server.work!.settle();
  assert.deepEqual(await heading(li.token), []);
  await later(5 * 3_600_000);
  for (let times = 0; times < 2; times++) await server.tick('watch-inspections');
  await server.work!.settle();
  assert.deepEqual(await heading(li.token), [own.name, guests.name].sort());
  assert.deepEqual(await heading(token), [guests.name]);
  const { entries } = (await server.call(inspections.logs, { projectId }, token)).body;
  assert.equal(entries.filter(({ kind, planId }) => kind === 'overdue' && planId === own.id).length, 1);
  await later(-5 * 3_600_000);
});

test('defects are raised once, followed with their history and photos, and found by state and words', async () => {
  const plan = await makePlan({ structureId });
  const roundId = (await start(plan.id)).body.round.id;
  await photograph(roundId, 'drain', 'one');
  const raise = { projectId, roundId, questionKey: 'drain', title: 'Grate broken', severity: 'serious' } as const;
  const { body } = await server.call(inspections.raiseDefect, raise, token);
  assert.deepEqual([body.isNew, body.defect.state, body.defect.location], [true, 'open', 'Main dam']);
  assert.equal((await server.call(inspections.raiseDefect, raise, token)).body.isNew, false);
  const defectId = body.defect.id;
  const change = { projectId, defectId, severity: 'minor', state: 'repaired', note: 'New grate' } as const;
  for (let times = 0; times < 2; times++) await server.call(inspections.updateDefect, change, token);
  const whole = (await server.call(inspections.defect, { projectId, defectId }, token)).body;
  assert.deepEqual(
    [whole.changes.map(({ state, severity }) => `${state} ${severity}`), whole.photos.length],
    [['open serious', 'repaired minor'], 1],
  );
  const found = async (filter: object) =>
    (await server.call(inspections.defects, { projectId, ...filter }, token)).body.defects.map(({ title }) => title);
  assert.deepEqual(
    [
      await found({ state: 'repaired', keyword: 'grate' }),
      await found({ state: 'open' }),
      await found({ keyword: '%' }),
    ],
    [['Grate broken'], [], []],
  );
  const foreign = { projectId: south.projectId, defectId };
  assert.equal((await server.call(inspections.defect, foreign, south.admin.token)).status, 404);
});

test('a photo is kept once and as it was taken; what is drawn on it lies beside it', async () => {
  const roundId = (await start((await makePlan()).id)).body.round.id;
  const { body } = await photograph(roundId);
  assert.deepEqual([(await photograph(roundId)).body.isUnchanged, body.isUnchanged], [true, false]);
  const photoId = body.photo.id;
  const marks = [{ kind: 'arrow', x1: 0.1, y1: 0.1, x2: 0.5, y2: 0.5 }] as const;
  const marked = await server.call(inspections.markPhoto, { projectId, roundId, photoId, marks: [...marks] }, token);
  assert.deepEqual(marked.body.photo.marks, marks);
  const path = `/projects/${projectId}/inspections/${roundId}/photos/${photoId}/file`;
  assert.deepEqual((await fetchFile(server, path, token)).bytes, png);
  const theirs = path.replace(`/projects/${projectId}/`, `/projects/${south.projectId}/`);
  assert.equal((await fetchFile(server, theirs, south.admin.token)).status, 404);
  const files = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;
  const before = await files();
  const html = { bytes: Buffer.from('<html>'), name: 'x.png', type: 'image/png' };
  const refused = await sendFile(
    server,
    inspections.addPhoto,
    { projectId, roundId, questionKey: 'crest' },
    token,
    html,
  );
  assert.deepEqual([refused.body.error, await files()], ['fileFormat', before]);
  assert.equal((await photograph(roundId, 'unknown')).status, 404);
  assert.equal((await server.call(inspections.removePhoto, { projectId, roundId, photoId }, token)).status, 200);
  assert.equal(await files(), before - 1);
});

test('the report of a day has what was finished on it by the clocks of the project, and what was missed', async () => {
  const plan = await makePlan({ at: '00:10', graceHours: 1, firstOn: '2026-03-20' });
  // 23:30Z of the 19th is the 20th in Berlin.
  await later(Date.parse('2026-03-19T23:30:00Z') - server.clock.now().getTime());
  const roundId = await finished(plan.id);
  await later(2 * dayMs);
  await server.tick('watch-inspections');
  const of = async (date: string) => (await server.call(inspections.report, { projectId, date }, token)).body;
  const days = await Promise.all(['2026-03-19', '2026-03-20', '2026-03-21'].map(of));
  assert.deepEqual(
    days.map(({ rounds, missed }) => [
      rounds.some(({ id }) => id === roundId),
      missed.some(({ planId }) => planId === plan.id),
    ]),
    [
      [false, false],
      [true, false],
      [false, true],
    ],
  );
  await later(Date.parse('2026-03-18T06:00:00Z') - server.clock.now().getTime());
});

test('guests read; members make rounds and no plans; a plan names places and people of its project alone', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'inspection.guest');
  const member = await makeAccount(server, 'Normal', north.corporationId, 'inspection.member');
  await makeMember(server, projectId, guest.id, 'Guest');
  await makeMember(server, projectId, member.id, 'Member');
  const plan = await makePlan();
  const by = async (who: string) => (await server.call(inspections.start, { projectId, planId: plan.id }, who)).status;
  assert.deepEqual([await by(guest.token), await by(member.token)], [403, 200]);
  const another = { projectId, name: 'Own', templateId: plan.templateId, ...daily };
  assert.equal((await server.call(inspections.createPlan, another, member.token)).status, 403);
  for (const more of [
    { structureId: south.structureId },
    { pointId: south.pointId },
    { assigneeIds: [south.normal.id] },
    { templateId: 999_999 },
  ])
    assert.equal((await server.call(inspections.createPlan, { ...another, ...more }, token)).status, 404);
});

test('a round that was made without a network is of its own date and time, though it arrives days later, and once', async () => {
  const plan = await makePlan({ firstOn: '2026-03-10' });
  const dueAt = plan.dueAt ?? '';
  const at = (minutes: number) => new Date(Date.parse(dueAt) + minutes * 60_000).toISOString();
  await later(2 * dayMs);
  const input = { projectId, planId: plan.id, dueAt, madeAt: at(10) };
  // The answer to the first sending was lost.
  const [first, again] = [
    await server.call(inspections.start, input, token),
    await server.call(inspections.start, input, token),
  ];
  assert.deepEqual([first.body.isNew, again.body.isNew], [true, false]);
  const { id: roundId } = first.body.round;
  assert.deepEqual([again.body.round.id, first.body.round.dueAt, first.body.round.startedAt], [roundId, dueAt, at(10)]);
  await photograph(roundId);
  await save(roundId);
  const finished = await server.call(inspections.finish, { projectId, roundId, madeAt: at(30) }, token);
  assert.deepEqual([finished.body.round.finishedAt, finished.body.round.state], [at(30), 'finished']);
  const repeated = await server.call(inspections.finish, { projectId, roundId, madeAt: at(40) }, token);
  assert.equal(repeated.body.round.finishedAt, at(30));
  // Whoever made the same round too is told which one is there.
  const late = await server.call(inspections.start, input, token);
  const { roundId: theirs } = late.body.detail as { roundId: number };
  assert.deepEqual([late.body.error, theirs], ['inspectionFinished', roundId]);
  // What lies ahead, is no date of the plan or is long past is none.
  for (const wrong of [at(7 * 24 * 60), at(1), at(-40 * 24 * 60)])
    assert.equal(
      (await server.call(inspections.start, { ...input, dueAt: wrong }, token)).body.error,
      'inspectionDateUnknown',
    );
  // A clock that is wrong makes no round that ended before it began, or in the future.
  const today = await server.call(inspections.start, { projectId, planId: plan.id, madeAt: at(-600) }, token);
  assert.equal(today.body.round.startedAt, today.body.round.dueAt);
});
