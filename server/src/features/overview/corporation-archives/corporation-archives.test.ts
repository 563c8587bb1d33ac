/** The archive of a corporation: everything of it and of nobody else, without secrets, readable by what every system has. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { corporationArchives } from '@plumbline/contract/overview/corporation-archives';
import { encodeSamples } from '@plumbline/science/waveforms/codec';
import { problemsOf } from '@plumbline/tools/verify-archive';
import { openWorlds } from '../../../../test/worlds.ts';
import { archived } from './corporation-archives.table.ts';
import { partsOf, withoutSecretFields } from './logic/archive-parts.ts';

/** Unpacks beside the file; gives the folder. */
function unpackTo(path: string): string {
  execFileSync('tar', ['-xzf', path], { cwd: join(path, '..') });
  return join(path, '..');
}

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;
const here = { corporationId: north.corporationId };

const deliver = (world: typeof north, minutes: number, temperature: number) =>
  fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      at: new Date(server.clock.now().getTime() - minutes * 60_000).toISOString(),
      channels: { 1: { temperature } },
    }),
  }).then(({ status }) => assert.equal(status, 200));

/** The files of an archive by name, unpacked by the tar of this system. */
async function unpacked(archiveId: number): Promise<Map<string, string>> {
  const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/archives/${archiveId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    writeFileSync(join(folder, 'a.tar.gz'), Buffer.from(await response.arrayBuffer()));
    execFileSync('tar', ['-xzf', 'a.tar.gz'], { cwd: folder });
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      names
        .filter(({ name }) => name !== 'a.tar.gz')
        .map(({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
        }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('it holds people, projects, points and readings of the corporation, and nothing of another', async () => {
  await deliver(north, 20, 18.25);
  await deliver(north, 10, 19.5);
  await deliver(south, 10, 77.125);
  const made = await server.call(corporationArchives.make, here, token);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.equal((await server.call(corporationArchives.make, here, token)).body.error, 'archiveBusy');
  await server.work!.settle();
  const { archives } = (await server.call(corporationArchives.list, here, token)).body;
  assert.deepEqual([archives.length, archives[0]?.ready], [1, true]);
  assert.ok((archives[0]?.bytes ?? 0) > 500);
  const files = await unpacked(archives[0]?.id ?? 0);
  assert.match(files.get('README.md') ?? '', /^# North/);
  const rows = (name: string) =>
    (files.get(`tables/${name}-0001.ndjson`) ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    rows('project').map(({ id }) => id),
    [north.projectId],
  );
  assert.deepEqual(
    rows('account')
      .map(({ name }) => name)
      .sort(),
    ['North.admin', 'North.normal'],
  );
  assert.deepEqual(
    rows('alert').map(({ id }) => id),
    [north.alertId],
  );
  const csv = files.get(`readings/${north.projectId}/${north.pointId}-0001.csv`) ?? '';
  assert.match(csv, /18\.25/);
  assert.match(csv, /19\.5/);
  const all = [...files.values()].join('\n');
  assert.ok(!all.includes('South') && !all.includes('77.125') && !all.includes(south.device.sncode));
});

test('it holds the bytes of files and waveforms, and its manifest says whether each part is as it was written', async () => {
  const bytes = Buffer.from('%PDF-1.7 a document of the project');
  const put = await fetch(`${server.url}/api/projects/${north.projectId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: (() => {
      const form = new FormData();
      form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'Plan.pdf');
      return form;
    })(),
  });
  assert.equal(put.status, 200, await put.text());
  const samples = [Float64Array.from([0.5, -0.25, 0.125]), Float64Array.from([1, 2, 3])];
  await server.db
    .insertInto('waveform')
    .values({
      point_id: north.pointId,
      started_at: server.clock.now(),
      rate_hz: 100,
      unit: 'mm/s',
      axes: ['x', 'y'],
      samples: 3,
      source: 'file',
      by_name: 'x',
      received_at: server.clock.now(),
      figures: '[]',
      peak: 3,
      ppv_mm_s: 3,
      digest: Buffer.alloc(32),
      data: Buffer.from(encodeSamples(samples)),
    })
    .execute();
  const attached = await server.db
    .insertInto('attachment')
    .values({
      device_id: north.device.id,
      kind: 'log',
      name: 'today.log',
      size: 7,
      received: 7,
      started_at: server.clock.now(),
      touched_at: server.clock.now(),
      completed_at: server.clock.now(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, text] of [
    [0, 'boot'],
    [4, 'ed\n'],
  ] as const)
    await server.db
      .insertInto('attachment_piece')
      .values({ attachment_id: attached.id, position, content: Buffer.from(text) })
      .execute();
  await server.call(corporationArchives.make, here, token);
  await server.work!.settle();
  const [archive] = (await server.call(corporationArchives.list, here, token)).body.archives;
  assert.equal(archive?.ready, true);
  const files = await unpacked(archive?.id ?? 0);
  const index = (files.get('files/index.ndjson') ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  assert.deepEqual(
    index.map(({ of, type }) => [of, type]),
    [['document', 'application/octet-stream']],
  );
  assert.equal(files.get(index[0]?.['path'] ?? ''), bytes.toString());
  assert.equal(files.get(`attachments/${north.device.id}/${attached.id}`), 'booted\n');
  const waveform = [...files].find(([name]) => name.startsWith('waveforms/'));
  assert.equal(waveform?.[1], 'seconds,x (mm/s),y (mm/s)\n0,0.5,1\n0.01,-0.25,2\n0.02,0.125,3\n');
  assert.ok(!(files.get('tables/waveform-0001.ndjson') ?? '').includes('"data"'));

  const path = join(mkdtempSync(join(tmpdir(), 'archive-')), 'a.tar.gz');
  const response = await fetch(`${server.url}/api/corporations/${north.corporationId}/archives/${archive?.id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  const { parts, problems } = await problemsOf(path);
  assert.deepEqual([problems, parts], [[], files.size - 1]);
  execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST.sha256'], { cwd: unpackTo(path) });
  // One byte of a document, a part that is gone, one that was added.
  const tar = gunzipSync(readFileSync(path));
  tar[tar.indexOf(bytes) + 12] = 0x21;
  writeFileSync(path, gzipSync(tar));
  assert.match((await problemsOf(path)).problems.join(), /^files\/f[0-9a-f]{32} was changed$/);
  writeFileSync(path, gzipSync(tar.subarray(0, tar.length - 4_096)));
  await assert.rejects(problemsOf(path), /ends too soon/);
  rmSync(join(path, '..'), { recursive: true });
});

test('no secret is in it, under whatever name', async () => {
  const { archives } = (await server.call(corporationArchives.list, here, token)).body;
  const all = [...(await unpacked(archives[0]?.id ?? 0)).values()].join('\n');
  for (const word of ['password_hash', 'secret_hash', 'sealed', north.device.secret])
    assert.ok(!all.includes(word), word);
  assert.deepEqual(withoutSecretFields({ a: [{ apiToken: 'x', b: 1 }], verificationCode: 'y', secret_hash: 'z' }), {
    a: [{ b: 1 }],
  });
});

/** Tables that an archive does not have, and why. A new table is put here or into the archive. */
const leftOut = {
  'opens something to who knows what is in it': `channel alert_rule_channel feed feed_device feed_state feed_unknown feed_waiting token second_factor recovery_code
    known_address recovery_address verification sso_connection sso_identity sso_attempt sso_logout sso_session wechat_binding wechat_attempt passkey
    passkey_challenge push_key push_subscription duty_calendar registration_code token_use status_page status_page_point status_page_structure wall view_link modbus_map
    push_rule push_format push_item push_log push_refusal
     report_signer report_link report_message report_distribution certificate_authority authority_revocation certificate_rule
     device_certificate`,
  'bytes that are files of the archive': 'attachment_piece',
  'readings, which are in the archive as CSV, and what is calculated of them': `reading reading_history segment segment_history point_state
    quality_state ingest_total alert_state alert_level condition_state condition_point silenced_alert point_health channel_state`,
  'where a process or connection is now': `device_state device_warning dial_in dial_in_state dial_in_unknown gateway_lease deferred_reading feed_receipt feed_edge feed_cursor feed_round downlink_item
    downlink_route
    frame frame_recording escalation process_sign`,
  'work and its files, which pass': 'data_import import_row data_export corporation_archive',
  'of one person, or of the installation': `contact notification notification_choice import_mapping language_pack device_model firmware
    firmware_upgrade plugin_run plugin_switch`,
};

test('every table is in it or is left out for a reason', () => {
  const { wings } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../features.json'), 'utf8')) as {
    wings: { features: { tables: string[] }[] }[];
  };
  // The kernel's, of which one is of a corporation.
  const all = [...wings.flatMap(({ features }) => features.flatMap(({ tables }) => tables)), 'operation'];
  const named = [...Object.keys(archived), ...Object.values(leftOut).flatMap((names) => names.split(/\s+/))];
  assert.deepEqual(named.toSorted(), all.toSorted());
});

test('a long text is cut at its lines, and each part has the heading', async () => {
  async function* text() {
    yield 'time,value\n';
    for (let i = 0; i < 50; i++) yield `${i},${'x'.repeat(20)}\n`;
  }
  const parts: string[] = [];
  for await (const part of partsOf(text(), 300)) parts.push(part.toString());
  assert.ok(parts.length > 3);
  assert.ok(parts.every((part) => part.startsWith('time,value\n') && part.endsWith('\n')));
  const lines = parts.flatMap((part) => part.trim().split('\n').slice(1));
  assert.deepEqual(
    lines.map((line) => Number(line.split(',')[0])),
    Array.from({ length: 50 }, (_, i) => i),
  );
});

test('nobody takes another corporation away; old ones go after thirty days', async () => {
  const { archives } = (await server.call(corporationArchives.list, here, token)).body;
  const archiveId = archives[0]?.id ?? 0;
  assert.equal((await server.call(corporationArchives.list, here, south.admin.token)).status, 404);
  assert.equal((await server.call(corporationArchives.make, here, north.normal.token)).status, 403);
  const theirs = { corporationId: south.corporationId, archiveId };
  assert.equal((await server.call(corporationArchives.remove, theirs, south.admin.token)).status, 404);
  server.clock.advance(31 * 86_400_000);
  await server.tick('tidy-archives');
  const later = await server.tokenFor(north.admin.id);
  assert.deepEqual((await server.call(corporationArchives.list, here, later)).body.archives, []);
});
