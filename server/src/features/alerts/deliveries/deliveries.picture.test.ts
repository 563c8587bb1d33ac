/** The curve that an e-mail of an alert shows, as a picture that comes with it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { imageSize } from 'image-size';
import { raiseAlert, setUpMail } from '../../../../test/deliveries.fixtures.ts';
import { type Mail, openMailServer, wordsOf } from '../../../../test/mail-server.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';
import { type AlertContent, alertChart } from '../delivery-texts/delivery-texts.api.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1' });
const mail = await openMailServer();
after(() => mail.close());
const { projectId, pointId } = north;
await setTimeZone(server, projectId, 'Asia/Shanghai');
await setUpMail(server, north, mail.port);

/** The PNG that a mail holds; undefined = it has none. */
function pictureIn({ text }: Mail): Buffer | undefined {
  const [, base64] = /Content-Type: image\/png[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(text) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64.replaceAll('\n', ''), 'base64');
}

test('an e-mail of an alert shows its curve; of a point without readings it comes without one', async () => {
  const rule = { name: 'All', level: 1, members: false, language: 'zh-CN' as const, emails: ['duty@example.com'] };
  await server.call(alertRules.create, { projectId, ...rule }, north.admin.token);
  await raiseAlert(server, north);
  const [bare] = mail.mails.splice(0);
  assert.ok(bare);
  assert.deepEqual([pictureIn(bare), wordsOf(bare).includes('cid:')], [undefined, false]);
  const now = server.clock.now().getTime();
  for (let i = 0; i < 200; i++)
    await server.database.pool.query(
      'INSERT INTO reading (point_id, at, received_at, values, raw) VALUES ($1, $2, $2, $3, $4)',
      [pointId, new Date(now - i * 1_800_000), [41 - i / 12 + Math.sin(i / 6)], '{}'],
    );
  server.clock.advance(120_000);
  await raiseAlert(server, north);
  const [message] = mail.mails.splice(0);
  assert.ok(message);
  const words = wordsOf(message);
  assert.match(words, /<img src="cid:curve\.[^"@]+@plumbline" width="520" height="\d+" alt="T-1, 温度的曲线与阈值"/);
  assert.match(message.text, /Content-Id: <curve\.[^>@]+@plumbline>/i);
  const png = pictureIn(message);
  assert.ok(png);
  const { type, width } = imageSize(png);
  assert.deepEqual([type, width], ['png', 780]);
  if (process.env['PICTURE']) writeFileSync(process.env['PICTURE'], png);
});

const content: AlertContent = {
  type: 'MeasuringAlert',
  alertId: 1,
  projectId: 1,
  projectName: 'Dam',
  timeZone: 'Asia/Shanghai',
  structureName: 'Crest',
  pointId: 1,
  pointName: 'T-1',
  deviceName: null,
  family: 'temperature',
  field: 'temperature',
  unit: '°C',
  value: -41,
  threshold: -40,
  levels: [30, 40, null, 60],
  measure: 'value',
  level: 2,
  late: false,
  readingAt: '2026-03-18T06:00:00Z',
  receivedAt: '2026-03-18T06:00:01Z',
  raisedAt: '2026-03-18T06:00:02Z',
  gradingName: null,
  gradingAction: null,
};
const toMs = Date.parse(content.readingAt);
const drawn = (more: Partial<AlertContent>) =>
  alertChart({ ...content, ...more }, { name: '', times: [toMs - 3_600_000], values: [-20] }, 'en', {
    fromMs: toMs - 86_400_000,
    toMs,
  }).svg;

test('limits that lie close together are named one under the other, each with its value', () => {
  const svg = drawn({ value: 900, threshold: 30, levels: [30, 31, 32, 33], level: 4 });
  const names = [...svg.matchAll(/y="([\d.]+)"[^>]*>((?:Blue|Yellow|Orange|Red) [\d.]+)</g)];
  assert.deepEqual(
    names.map(([, , words]) => words),
    ['Red 33.00', 'Orange 32.00', 'Yellow 31.00', 'Blue 30.00'],
  );
  const down = names.map(([, y]) => Number(y));
  for (const [i, y] of down.slice(1).entries()) assert.ok(y - (down[i] ?? y) >= 13.9, `${down}`);
  assert.ok(Math.max(...down) < 200, 'inside of the plot');
});

test('the limits are those on the side that was passed; of a condition its one bound; none where they are of something else', () => {
  const names = (svg: string) => ['Blue', 'Yellow', 'Orange', 'Red'].filter((name) => svg.includes(`>${name} `));
  assert.deepEqual(names(drawn({})), ['Blue', 'Yellow', 'Red']);
  const lowest = [...drawn({}).matchAll(/text-anchor="end"[^>]*>(-?\d+)</g)].map(([, tick]) => Number(tick));
  assert.ok(Math.min(...lowest) <= -60 && Math.max(...lowest) <= 0, `negative limits: ${lowest}`);
  const term = { pointId: 1, field: 'temperature', kind: 'value' };
  const condition = { name: 'Both', terms: [term] } as unknown as AlertContent['condition'];
  assert.deepEqual(names(drawn({ measure: 'condition', condition: condition ?? null })), ['Yellow']);
  const other = { name: 'Both', terms: [{ ...term, pointId: 2 }] } as unknown as AlertContent['condition'];
  assert.deepEqual(names(drawn({ measure: 'condition', condition: other ?? null })), []);
  const { levels: _, ...before } = content;
  assert.deepEqual(names(alertChart(before, { name: '', times: [], values: [] }, 'en', { fromMs: 0, toMs }).svg), [
    'Yellow',
  ]);
});
