/** A database that an older version left behind: what lies in it goes on under the names of today. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../src/kernel/db.ts';
import { freshDatabase } from './database.ts';

const folder = join(import.meta.dirname, '../migrations');
const files = readdirSync(folder).sort();

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
after(async () => {
  await pool.end();
  await database.drop();
});

/** Empties the database and brings it to the state before `first`. */
async function resetTo(first: string): Promise<void> {
  // Functions of one migration's own live as long as the connection.
  await pool.query('DISCARD TEMP');
  await pool.query('DROP SCHEMA public CASCADE');
  await pool.query('CREATE SCHEMA public');
  await pool.query('CREATE TABLE migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
  for (const file of files.filter((name) => name < first)) {
    await pool.query(readFileSync(join(folder, file), 'utf8'));
    await pool.query('INSERT INTO migration (name) VALUES ($1)', [file]);
  }
}

const one = async (statement: string): Promise<unknown> => (await pool.query(statement)).rows[0];

test('0030: columns and the keys of documents have the names of the field, with what they held', async () => {
  await resetTo('0030');
  await pool.query(`
    INSERT INTO corporation (title, created_at) VALUES ('C', now());
    INSERT INTO project (corporation_id, name, created_at) VALUES (1, 'P', now());
    INSERT INTO structure (project_id, name) VALUES (1, 'S');
    INSERT INTO point (project_id, structure_id, name, family, mode, created_at) VALUES (1, 1, 'P-1', 'tilt', 4, now());
    INSERT INTO device (corporation_id, name, model, sncode, secret_hash, created_at) VALUES (1, 'D', 'TLT-2', 'SN', '', now());
    INSERT INTO held_reading (device_id, channel, at, received_at, reason, raw)
      VALUES (1, '1', now(), now(), 'readingInFuture', '{}');
    INSERT INTO device_warning (device_id, kind, at, detail) VALUES (1, 'firmware', now(), '{"type": "VW", "said": "no room"}');
    INSERT INTO device_warning (device_id, kind, at, detail) VALUES (1, 'dataLost', now(), '{"missed": 3}');
    INSERT INTO collect_plan (point_id, wanted, sent, acceleration, state, command_id, set_at) VALUES
      (1, '{}', '{}', '{"intervalSeconds": 60, "sinceMs": 5, "calmSinceMs": null}', 'pending', gen_random_uuid(), now());
    INSERT INTO quality_state (point_id, state) VALUES (2, '{"at": 1, "fields": {}}'),
      (1, '{"at": 1, "fields": {"0": {"at": 1, "value": null, "least": 0.5, "most": 2, "run": 3}}}');
    INSERT INTO task (kind, corporation_id, project_id, created_at, cancel_asked, input, cursor) VALUES
      ('recompute', 1, 1, now(), true, '{"changeId": 1, "taken": [{"changeId": 2, "pointId": 1}]}',
        '{"at": 1, "quality": {"at": 1, "fields": {"0": {"least": 1, "most": 2}}}}'),
      ('recompute', 1, 1, now(), false, '{"changeId": 1}', '{"at": 1, "quality": null}'),
      ('import', 1, 1, now(), false, '{"importId": 1}', NULL)`);

  assert.deepEqual(
    await migrate(pool),
    files.filter((name) => name >= '0030'),
  );

  assert.deepEqual(await one('SELECT count(*)::int AS n FROM deferred_reading'), { n: 1 });
  const details = await pool.query('SELECT detail FROM device_warning ORDER BY id');
  assert.deepEqual(
    details.rows.map(({ detail }) => detail),
    [{ type: 'VW', message: 'no room' }, { missed: 3 }],
  );
  assert.deepEqual(await one('SELECT acceleration FROM collect_plan'), {
    acceleration: { intervalSeconds: 60, sinceMs: 5, quietSinceMs: null },
  });
  const states = await pool.query('SELECT state FROM quality_state ORDER BY point_id');
  assert.deepEqual(
    states.rows.map(({ state }) => state.fields),
    [{ 0: { at: 1, value: null, min: 0.5, max: 2, run: 3 } }, {}],
  );
  const tasks = await pool.query('SELECT cancel_requested, input, cursor FROM task ORDER BY id');
  assert.deepEqual(tasks.rows, [
    {
      cancel_requested: true,
      input: { changeId: 1, adopted: [{ changeId: 2, pointId: 1 }] },
      cursor: { at: 1, quality: { at: 1, fields: { 0: { min: 1, max: 2 } } } },
    },
    { cancel_requested: false, input: { changeId: 1 }, cursor: { at: 1, quality: null } },
    { cancel_requested: false, input: { importId: 1 }, cursor: null },
  ]);
});

test('0243: report defaults have the periods of reports, and the template that their name meant', async () => {
  await resetTo('0243');
  await pool.query(`
    INSERT INTO corporation (title, created_at) VALUES ('C', now()), ('D', now());
    INSERT INTO project (corporation_id, name, created_at, report_config) VALUES
      (1, 'A', now(), '{"period": "weekly", "template": "Own", "number": "R", "signatures": [{"duty": "x", "person": ""}],
        "cover": {"title": "T", "subtitle": null, "client": null, "contractor": null, "supervisor": null, "withLogo": false,
        "withPicture": true}}'),
      (1, 'B', now(), '{"period": "tenDays", "template": "Own", "signatures": []}'),
      (1, 'E', now(), '{"period": "yearly", "template": "Gone", "signatures": [], "cover": null}'),
      (2, 'F', now(), '{"period": "daily", "template": "Own"}'),
      (2, 'G', now(), NULL);
    INSERT INTO report_template (project_id, name, shared, status, problems, version, by_name, updated_at) VALUES
      (2, 'Own', true, 'Done', '[]', 1, '', now()), (1, 'Own', false, 'Done', '[]', 1, '', now())`);
  await migrate(pool);
  const { rows } = await pool.query(
    `SELECT project_id, period, template_id, signatures, cover->'title' AS title, cover->'withLogo' AS logo
      FROM report_defaults ORDER BY project_id`,
  );
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [1, 'week', 2, [{ duty: 'x', person: '' }], 'T', false],
      [2, 'month', 1, [], null, true],
      [3, 'year', null, [], null, true],
      [4, 'day', null, [], null, true],
    ],
  );
});

test('no constraint, index or sequence keeps a name of before', async () => {
  const { rows } = await pool.query(`
    SELECT name FROM (SELECT relname::text AS name FROM pg_class UNION SELECT conname FROM pg_constraint) n
    WHERE name ~ '(^|_)(held|asked|heard|said|look|ask|stands|seen)(_|$)' AND name !~ 'last_seen'`);
  assert.deepEqual(rows, []);
});

test('0031: events that wait and tasks that are not over are work, in their order', async () => {
  await resetTo('0031');
  await pool.query(`
    INSERT INTO corporation (title, created_at) VALUES ('C', now());
    INSERT INTO outbox (name, payload, created_at, next_at, attempts) VALUES
      ('storageLow', '{"freeBytes": 1}', '2026-01-01Z', '2026-01-02Z', 3),
      ('alertRaised', '{"alertId": 1}', '2026-01-01Z', '2026-01-01Z', 0);
    INSERT INTO task (kind, corporation_id, created_at, state) VALUES
      ('over', 1, '2026-01-01Z', 'done'), ('import', 1, '2026-01-01Z', 'running'), ('export', 1, '2026-01-01Z', 'queued');
    CREATE SCHEMA jobs; CREATE TABLE jobs.schedule (name text);`);
  await migrate(pool);
  const { rows } = await pool.query('SELECT lane, name, input, due_at, attempts FROM work ORDER BY id');
  const [first, second] = [new Date('2026-01-01Z'), new Date('2026-01-02Z')];
  assert.deepEqual(rows, [
    { lane: 'event', name: 'storageLow', input: { freeBytes: 1 }, due_at: second, attempts: 3 },
    { lane: 'alert', name: 'alertRaised', input: { alertId: 1 }, due_at: first, attempts: 0 },
    { lane: 'task', name: 'import', input: { taskId: 2 }, due_at: first, attempts: 0 },
    { lane: 'task', name: 'export', input: { taskId: 3 }, due_at: first, attempts: 0 },
  ]);
  assert.deepEqual(await one("SELECT count(*)::int AS n FROM pg_namespace WHERE nspname = 'jobs'"), { n: 0 });
});

test('0032: a point says whether its newest reading failed; what is sealed with flags is still to be found out', async () => {
  await resetTo('0032');
  await pool.query(`
    CREATE TABLE segment_2026 PARTITION OF segment FOR VALUES FROM ('2026-01-01Z') TO ('2027-01-01Z');
    INSERT INTO point_state (point_id, at, received_at, values)
      SELECT id, '2026-01-02Z', '2026-01-02Z', '{1}' FROM generate_series(1, 5) id;
    INSERT INTO reading (point_id, at, received_at, values, raw, flags) VALUES
      (1, '2026-01-02Z', '2026-01-02Z', '{1}', '{}', NULL), (2, '2026-01-02Z', '2026-01-02Z', '{1,2}', '{}', '{1,20}'),
      (3, '2026-01-01Z', '2026-01-02Z', '{1}', '{}', '{20}'), (3, '2026-01-02Z', '2026-01-02Z', '{1}', '{}', '{19}');
    INSERT INTO segment (point_id, t0, t1, n, format, block_ms, ends, summary_ends, summary, payload, flags, raw)
      SELECT id, '2026-01-01Z', '2026-01-02Z', 2, 1, 1, '{}', '{}', '', '', flags, ''
      FROM (VALUES (4, NULL), (5, '\\x00'::bytea)) AS t(id, flags)`);
  await migrate(pool);
  const { rows } = await pool.query('SELECT failed FROM point_state ORDER BY point_id');
  assert.deepEqual(
    rows.map(({ failed }) => failed),
    [false, true, false, false, null],
  );
});

test('0042: points that a correction shows otherwise have no value on lists until it is found out', async () => {
  await resetTo('0042');
  await pool.query(`
    INSERT INTO corporation (title, created_at) VALUES ('C', now());
    INSERT INTO project (corporation_id, name, created_at) VALUES (1, 'P', now());
    INSERT INTO structure (project_id, name) VALUES (1, 'S');
    INSERT INTO point (project_id, structure_id, name, family, mode, created_at)
      SELECT 1, 1, 'P-' || n, 'tilt', 4, now() FROM generate_series(1, 4) n;
    INSERT INTO point_state (point_id, at, received_at, values)
      SELECT id, '2026-01-02Z', '2026-01-02Z', '{1}' FROM generate_series(1, 4) id;
    INSERT INTO correction (point_id, kind, start_at, end_at, amounts, reason, created_by, created_at) VALUES
      (1, 'shift', '2026-01-01Z', NULL, '{"x": 1}', '', '', now()),
      (2, 'shift', '2026-01-01Z', '2026-01-02Z', '{"x": 1}', '', '', now()),
      (3, 'initshift', '2026-01-01Z', NULL, '{"x": 1}', '', '', now())`);
  await migrate(pool);
  const { rows } = await pool.query('SELECT shown FROM point_state ORDER BY point_id');
  assert.deepEqual(
    rows.map(({ shown }) => shown),
    [[], null, null, null],
  );
});
