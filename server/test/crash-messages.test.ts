/**
 * The crash test of messages: alerts stream, e-mails and SMS go out to servers on this machine that check what they get,
 * and the server or its database is killed at random moments. In the end what arrived equals what the alerts and the rules
 * give, each under one key. Both receivers now and then take a message and cut the connection before they answer.
 * MESSAGE_CRASHES=20 makes it longer (the long form), CRASH_SEED repeats the moments.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { channels } from '@plumbline/contract/messages/channels';
import pg from 'pg';
import { callerOf } from './calls.ts';
import { type Arrived, openCheckingServer } from './checking-server.ts';
import { type DeliveryLog, driveDevices, openDeliveryLog } from './crash/driver.ts';
import { type Fleet, makeFleet } from './crash/fleet.ts';
import { compareMessages, type RaisedAlert, type Received, type Recipient } from './crash/messages.ts';
import { compare } from './crash/oracle.ts';
import { type Home, makeHome, type ServerProcess, startProcess } from './crash/server-process.ts';
import { initialValue, rulesOf } from './crash/stream.ts';
import { makeFolder } from './folders.ts';
import { type Mail, openMailServer, wordsOf } from './mail-server.ts';
import { dice } from './store.ts';
import { isSignedForAliyun } from './vendor-signatures.ts';

const kills = Number(process.env['MESSAGE_CRASHES'] ?? 2);
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const overHttp = 2;
const secret = 'a-secret-of-the-vendor';
/** Between two kills. */
const [minAcked, minReceived] = [500, 6];

/** Whom the rules of `setUp` tell, and from which level on; nobody else may hear of anything. */
const recipients: readonly Recipient[] = [
  { medium: 'email', to: 'duty@example.com', fromLevel: 3 },
  { medium: 'email', to: 'chief@example.com', fromLevel: 4 },
  { medium: 'email', to: 'owner@example.com', fromLevel: 4 },
  { medium: 'sms', to: '13900000001', fromLevel: 3 },
  { medium: 'sms', to: '13800001234', fromLevel: 4 },
  // By the step, since nobody reacts.
  { medium: 'email', to: 'head@example.com', fromLevel: 4 },
  { medium: 'sms', to: '13800005678', fromLevel: 4 },
];

const folder = mkdtempSync(join(tmpdir(), 'plumbline-messages-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function openReceivers() {
  const [mail, vendor] = [await openMailServer(), await openCheckingServer()];
  const unsigned: string[] = [];
  const sms: Arrived[] = [];
  let [mails, requests] = [0, 0];
  mail.mood = () => {
    mails++;
    if (mails % 9 === 0) return 'cut';
    return mails % 13 === 0 ? 'later' : 'accept';
  };
  vendor.answer = (request) => {
    requests++;
    if (!isSignedForAliyun(request, secret)) unsigned.push(request.path);
    if (requests % 11 === 0) return { status: 503, body: 'later' };
    sms.push(request);
    return requests % 7 === 0 ? 'cut' : { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"9"}' };
  };
  return {
    mail,
    vendor,
    unsigned,
    received: (): Received[] => [...mail.mails.map(receivedMail), ...sms.map(receivedSms)],
    get count() {
      return mail.mails.length + sms.length;
    },
    close() {
      mail.close();
      vendor.close();
    },
  };
}

function receivedMail(mail: Mail): Received {
  const text = wordsOf(mail);
  const key = /^X-Plumbline-Key: (.+)$/m.exec(text)?.[1] ?? '';
  assert.ok(text.includes(`Message-ID: <${key}@`));
  return { medium: 'email', to: mail.to, key, about: `alert ${/\/alerts\/(\d+)/.exec(text)?.[1]}` };
}

function receivedSms({ path }: Arrived): Received {
  const given = new URL(path, 'http://vendor').searchParams;
  const words = JSON.parse(given.get('TemplateParam') ?? '') as Record<string, string>;
  const at = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(words['reason'] ?? '')?.[0];
  return {
    medium: 'sms',
    to: given.get('PhoneNumbers') ?? '',
    key: given.get('OutId') ?? '',
    about: `${words['mp']} ${words['threshold']} ${at}`,
  };
}

/** Mail server, SMS vendor, rules, and where people are reached: of whom one may not see the project. */
async function setUp(client: pg.Client, home: Home, fleet: Fleet, ports: { mail: number; vendor: string }) {
  const call = callerOf(home.url);
  const { corporationId, projectId, token } = fleet;
  const made = async <T extends { status: number; body: unknown }>(answer: Promise<T>) => {
    const { status, body } = await answer;
    assert.equal(status, 200, JSON.stringify(body));
  };
  await client.query("UPDATE project SET time_zone = 'Asia/Shanghai' WHERE id = $1", [projectId]);
  await client.query(
    `INSERT INTO contact (account_id, email, mobile, email_from, sms_from)
     SELECT id, split_part(name, '.', 2) || '@example.com', CASE WHEN name LIKE '%.owner' THEN '13900000001' ELSE '13900000002' END,
       CASE WHEN name LIKE '%.owner' THEN 4 WHEN name LIKE '%.outsider' THEN 1 END, CASE WHEN name LIKE '%.owner' THEN 3 WHEN name LIKE '%.outsider' THEN 1 END
     FROM account WHERE corporation_id = $1`,
    [corporationId],
  );
  const mail = { kind: 'email', name: 'Mail', host: '127.0.0.1', port: ports.mail, security: 'none' } as const;
  await made(call(channels.create, { corporationId, ...mail, from: 'alerts@example.com' }, token));
  // Long variables: the receivers read the whole of the times.
  const sms = { kind: 'aliyun', name: 'SMS', endpoint: ports.vendor, keyId: 'LTAI', secret } as const;
  await made(
    call(
      channels.create,
      { corporationId, ...sms, sign: 'Plumbline', templateCode: 'SMS_1', variableLimit: 500 },
      token,
    ),
  );
  const early = { name: 'Early', level: 3, floodCap: null, members: true, emails: ['duty@example.com'] };
  await made(call(alertRules.create, { projectId, ...early }, token));
  // Names one address again, and one of an account that is no member.
  const emails = ['Duty@example.com', 'chief@example.com', 'outsider@example.com'];
  const steps = [{ afterMinutes: 1, emails: ['head@example.com'], mobiles: ['13800005678'] }];
  const late = { name: 'Red', level: 4, floodCap: null, members: false, emails, mobiles: ['13800001234'], steps };
  await made(call(alertRules.create, { projectId, ...late }, token));
}

async function onDatabase<T>(server: ServerProcess, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/**
 * Waits until nothing is left to be done. Time passes in the rows: steps come due, what waits for its next try is tried, and
 * what a process that was killed had in hand is free. A slow machine only takes longer: what counts is that less is left.
 */
async function comeToRest(client: pg.Client, startedAt: Date): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let endAt = Date.now() + restMs; Date.now() < endAt; await wait(300)) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM work WHERE lane IN ('alert', 'event', 'delivery'))::int
         + (SELECT count(*) FROM delivery WHERE state = 'queued')::int
         + (SELECT count(*) FROM escalation WHERE state = 'waiting')::int AS left`,
    );
    const left = rows[0]?.left ?? 0;
    if (left === 0) return;
    if (left < fewest) [fewest, endAt] = [left, Date.now() + restMs];
    await client.query(`UPDATE escalation SET due_at = now() WHERE state = 'waiting'`);
    await client.query(
      `UPDATE delivery SET trying_until = now() WHERE state = 'queued' AND trying_until - interval '1 minute' < $1`,
      [startedAt],
    );
    await client.query(
      `UPDATE work SET due_at = now() WHERE due_at > now() AND (lane = 'delivery' OR name = 'escalate-alerts')`,
    );
  }
  throw new Error(`for two minutes no message has been sent: ${await leftIn(client)}`);
}
const restMs = 120_000;

/** What is left to be done, for whoever must find out why it is. */
async function leftIn(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `SELECT 'work' AS of, lane || ' ' || name AS what, count(*)::int, min(due_at) AS due, max(w::text) AS one
       FROM work w WHERE lane IN ('alert', 'event', 'delivery') GROUP BY 1, 2
     UNION ALL SELECT 'delivery', medium, count(*)::int, min(next_try_at), max(d::text)
       FROM delivery d WHERE state = 'queued' GROUP BY 1, 2
     UNION ALL SELECT 'escalation', state, count(*)::int, min(due_at), max(e::text)
       FROM escalation e WHERE state = 'waiting' GROUP BY 1, 2`,
  );
  return JSON.stringify(rows, null, 1);
}

const raisedAlerts = async (client: pg.Client, projectId: number): Promise<RaisedAlert[]> =>
  (
    await client.query<RaisedAlert>(
      `SELECT g.id, g.level::int, p.name AS point, g.threshold, g.reading_at AS "readingAt"
       FROM alert g JOIN point p ON p.id = g.point_id WHERE g.project_id = $1`,
      [projectId],
    )
  ).rows;

/** Kills the server, or its database, so many times while alerts stream; gives the last server. */
async function killed(home: Home, first: ServerProcess, deliveryLog: DeliveryLog, received: () => number) {
  let server = first;
  const moment = dice(seed);
  for (let round = 0; round < kills; round++) {
    const [acked, messages] = [deliveryLog.acked, received()];
    for (const endAt = Date.now() + 120_000; ; await wait(5)) {
      if (deliveryLog.acked >= acked + minAcked && received() >= messages + minReceived) break;
      if (Date.now() > endAt) throw new Error('no device was answered, or nothing was sent');
    }
    await wait(1500 * moment() ** 2);
    if (round % 2 === 0) await server.kill();
    else await server.killDatabase();
    server = await startProcess(home, { env });
  }
  return server;
}
const env = { OUTBOUND_ALLOW: '127.0.0.1' };

test(`${kills} kills while alerts stream: every message comes, under one key, to whom it should`, async (t) => {
  const receivers = await openReceivers();
  const home = await makeHome(makeFolder('messages'));
  let server = await startProcess(home, { env });
  const fleet = await onDatabase(server, async (client) => {
    const made = await makeFleet(client, {
      name: 'messages',
      devices: 14,
      channels: 1,
      family: 'temperature',
      mode: 4,
      initialValues: { temperature: initialValue },
      rulesOf,
    });
    await setUp(client, home, made, { mail: receivers.mail.port, vendor: receivers.vendor.url });
    return made;
  });
  const deliveryLog = openDeliveryLog(join(folder, 'messages.txt'));
  const links = { mqttUrl: home.mqttUrl, httpUrl: home.url, devices: fleet.devices, overHttp };
  const devices = driveDevices({ ...links, deviceStats: deliveryLog });
  try {
    devices.resume();
    server = await killed(home, server, deliveryLog, () => receivers.count);
    const startedAt = new Date();
    devices.pause();
    await devices.idle(60_000);
    await onDatabase(server, async (client) => {
      await comeToRest(client, startedAt);
      const verdict = await compare(client, fleet, deliveryLog.read(), devices.sent);
      assert.deepEqual(verdict.faults, [], 'readings, alerts and notifications');
      const alerts = await raisedAlerts(client, fleet.projectId);
      const received = receivers.received();
      const { faults, ...figures } = compareMessages(alerts, recipients, received);
      const { acked, notifications } = verdict;
      t.diagnostic(JSON.stringify({ seed, kills, acked, alerts: alerts.length, notifications, ...figures }));
      assert.deepEqual(faults, []);
      assert.deepEqual(receivers.unsigned, []);
      assert.ok(figures.expected > 20 && figures.repeated > 0, 'hardly anything was compared');
      await checkLog(client);
      tamper(alerts, received);
    });
  } finally {
    await devices.stop();
    deliveryLog.close();
    await server.kill();
    receivers.close();
    home.remove();
  }
});

/** The log says the same: all was sent, but to the one who may not see the project. */
async function checkLog(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT DISTINCT state, recipient = 'outsider@example.com' AS "isOutsider" FROM delivery ORDER BY 1`,
  );
  assert.deepEqual(rows, [
    { state: 'sent', isOutsider: false },
    { state: 'withheld', isOutsider: true },
  ]);
}

/** The comparison must see each of these, or it proves nothing. */
function tamper(alerts: readonly RaisedAlert[], received: readonly Received[]): void {
  const [first] = received;
  assert.ok(first);
  const changes: [expected: RegExp, alerts: readonly RaisedAlert[], received: readonly Received[]][] = [
    [/never came/, alerts, received.filter(({ key }) => key !== first.key)],
    [/under 2 keys/, alerts, [...received, { ...first, key: 'another' }]],
    [/should not.*outsider/, alerts, [...received, { ...first, to: 'outsider@example.com', key: 'another' }]],
    [/one key, two messages/, alerts, [...received, { ...first, to: 'somebody@example.com' }]],
    [/came and should not/, alerts.filter(({ level }) => level < 4), received],
  ];
  for (const [expected, ...changed] of changes)
    assert.match(compareMessages(changed[0], recipients, changed[1]).faults.join('\n'), expected);
}
