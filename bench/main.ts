/**
 * `npm run bench [ingest|live|api|console|storage|files|start|size|load|views|memory|alerts|people|reports|gateway|edge|drawing|layers|wall|attack|push|all] [--runs=3] [--seconds=15] [--scale=1]`: starts the real server on a data folder of
 * its own, measures it from outside, prints tables and writes bench/results/<time>.json. docs/bench.md says how to read it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alerts } from './alerts.ts';
import { api } from './api.ts';
import { attack } from './attack.ts';
import { console } from './console.ts';
import { drawing } from './drawing.ts';
import { edge } from './edge.ts';
import { files } from './files.ts';
import { load } from './first-load.ts';
import { gateway } from './gateway.ts';
import { ingest, withServer } from './ingest.ts';
import { layers } from './layers.ts';
import { live } from './live.ts';
import { machine } from './machine.ts';
import { memory } from './memory.ts';
import { type Figure, table } from './numbers.ts';
import { people } from './people.ts';
import { push } from './push.ts';
import { reports } from './reports.ts';
import { size } from './size.ts';
import { start } from './start.ts';
import { storage } from './storage.ts';
import { views } from './views.ts';
import { wall } from './wall.ts';

const parts = {
  ingest,
  live,
  api,
  console,
  storage,
  files,
  start,
  size,
  load,
  views,
  memory,
  alerts,
  people,
  reports,
  gateway,
  edge,
  drawing,
  layers,
  wall,
  attack,
  push,
} as const;
const titles: Readonly<Record<keyof typeof parts, string>> = {
  ingest: 'Ingest over MQTT, QoS 1',
  live: 'Publish to screen',
  api: 'API',
  console: 'Console of 10,000 points',
  storage: 'Reading store',
  files: 'Import and export',
  start: 'Start and rest',
  size: 'First load',
  load: 'Fast 3G, empty cache',
  views: 'Views of a point',
  memory: 'Memory of open pages',
  alerts: 'Alerts: what they cost, and how soon people hear',
  people: 'A thousand people, two hundred projects',
  reports: 'A monthly report of 200 points',
  gateway: 'Connections of the gateway',
  edge: 'An hour without a link at an edge',
  drawing: 'Points on a drawing',
  layers: 'Large files as map layers',
  wall: 'A day of a wall',
  attack: 'A thousand requests of strangers',
  push: 'Data push beside the intake',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    scale: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const wanted = positionals.length === 0 || positionals.includes('all') ? Object.keys(parts) : positionals;
const unknown = wanted.find((name) => !(name in parts));
if (unknown) throw new Error(`no part of the bench is called ${unknown}: ${Object.keys(parts).join(', ')} or all`);

const settings = { runs: Number(values.runs), seconds: Number(values.seconds), scale: Number(values.scale) };
const postgres = await withServer(async (_server, _home, client) => {
  const { rows } = await client.query<{ version: string }>('SHOW server_version').catch(() => ({ rows: [] }));
  return Object.values(rows[0] ?? {})[0] ?? 'unknown';
});
const on = machine(postgres);
const results: Record<string, readonly Figure[]> = {};
for (const name of wanted as (keyof typeof parts)[]) {
  process.stdout.write(`\n${titles[name]} ...\n`);
  try {
    results[name] = await parts[name](settings);
    process.stdout.write(`${table(titles[name], results[name])}\n`);
  } catch (error) {
    // What the other parts measured is worth keeping.
    process.stderr.write(`${titles[name]} could not be measured: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(
  `\n${on.cpu}, ${on.cores} cores, ${on.memoryGiB} GiB, ${on.system}, Node ${on.node}, PostgreSQL ${on.postgres}\n`,
);
const at = new Date().toISOString();
const file = values.out ?? join(import.meta.dirname, 'results', `${at.slice(0, 19).replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify({ at, machine: on, settings, results }, null, 2)}\n`);
process.stdout.write(`Written to ${file}\n`);
