/**
 * An installation from its settings: its database, what its first start makes, the server and the demonstration. Knows no
 * process: `main.ts` makes one of it, page tests open several in theirs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { password } from '@plumbline/contract/points/fields';
import { type Base, storageOf } from './app.base.ts';
import { isOfIntake } from './app.front.ts';
import { openServer } from './app.ts';
import type { WorkChoice } from './app.worker.ts';
import { ownAddressOf } from './demo/demo.client.ts';
import { startDevices } from './demo/demo.devices.ts';
import { furnish } from './demo/demo.furnish.ts';
import { catchUp, fillRecent } from './demo/demo.history.ts';
import {
  confirmedPlans,
  type Demonstration,
  demoUser,
  makeDemonstration,
  readDemonstration,
  runningVersions,
  setDemoPassword,
} from './demo/demo.ts';
import { removeSecondFactor } from './features/people/second-factors/second-factors.api.ts';
import { closeSystemAccount, putSystemAccount } from './features/people/users/users.api.ts';
import { refuseUnfinished } from './kernel/backup.restore.ts';
import { keepBallast } from './kernel/ballast.ts';
import type { Clock } from './kernel/clock.ts';
import type { Role } from './kernel/config.settings.ts';
import { type Config, isLoopback } from './kernel/config.ts';
import type { Db, Logger } from './kernel/context.ts';
import { prepareDatabase } from './kernel/db.start.ts';
import { openDatabase, requestLimits } from './kernel/db.ts';
import { checkBucket } from './kernel/files-s3.ts';
import { openFront } from './kernel/front.ts';
import { openListener } from './kernel/listen.ts';
import { listenProblem } from './kernel/listen-problem.ts';
import { type EmbeddedPostgres, startPostgres } from './kernel/postgres.ts';
import { readSetting, writeSetting } from './kernel/settings.ts';
import type { WebProcess } from './kernel/web-process.ts';

/** Takes a line for whoever started it. */
type Print = (line: string) => void;

/** Options that are not among the settings. */
export interface Given extends WorkChoice {
  /** The process that is to serve the pages; absent = this one does. */
  readonly web?: WebProcess;
  readonly clock: Clock;
  readonly log: Logger;
  readonly print: Print;
}

export interface Installation {
  /** The embedded database, or null where the settings name another. */
  readonly postgres: EmbeddedPostgres | null;
  /** Where browsers find it. */
  readonly url: string;
  /** What its user is to know: how to sign in or set it up, where devices and data are. */
  readonly lines: readonly string[];
  /** Stops everything; what does not stop cleanly is in the log. */
  readonly close: () => Promise<void>;
}

export async function openInstallation(
  config: Config,
  { clock, chooseSchedules, log, print, web }: Given,
): Promise<Installation> {
  const step = (line: string) => print(`  ${line} ...`);
  mkdirSync(config.dataDir, { recursive: true });
  refuseUnfinished(config.dataDir);
  const doubt = config.s3 && (await checkBucket(config.s3));
  if (doubt) print(`  ${doubt}.`);
  const { base, postgres, ballast } = await openBase(config, { clock, log, step, ...(web && { web }) });

  const { demo, setupToken } = await firstStart(base, config.roles, step);
  if (config.systemPassword) await keepSystemAccount(base, config.systemPassword);
  else if (config.roles.has('web')) await closeSystemAccount(base.database.db, systemName, clock.now());
  const server = await openServer(base, { chooseSchedules });
  await listen(server.app, config);
  const address = server.app.server.address() as { port: number };
  if (!config.publicUrl) server.addresses.http = `http://${shown(config.host)}:${address.port}`;
  await web?.open({
    config: { ...base.config, roles: new Set<Role>(['web']) },
    addresses: server.addresses,
    storage: storageOf(base),
    furnishAt: demo !== null && config.demoDevices ? ownAddressOf(server.app) : null,
  });
  const stopDemonstration = demo && (await runDemonstration(base, server, demo, print));

  return {
    postgres,
    url: server.addresses.http,
    lines: facts(config, server.addresses, postgres, demo !== null, setupToken),
    async close() {
      await stopDemonstration?.();
      await web?.close();
      ballast?.stop();
      await server.close().catch((error) => log.error({ err: error }, 'not everything stopped cleanly'));
      await postgres?.stop();
    },
  };
}

/** The database, up to date and listened to, and what the server is made from. */
async function openBase(
  config: Config,
  { clock, log, step, web }: Pick<Given, 'clock' | 'log' | 'web'> & { readonly step: Print },
) {
  const { url, postgres } = await openPostgres(config, step);
  const ballast = postgres && (await keepBallast(postgres.folder, log));
  const migrated = await prepareDatabase(url, log, { external: postgres === null, report: step });
  const database = openDatabase(url, config.databasePool, log, requestLimits(config.databaseTimeoutMs));
  if (migrated.length > 0)
    step(`Bringing the database up to date (${migrated.length} ${migrated.length === 1 ? 'step' : 'steps'})`);
  const base: Base = {
    config: { ...config, databaseUrl: url, ...(web && { roles: new Set<Role>(['gateway', 'worker']) }) },
    clock,
    log,
    database,
    listener: await openListener(url, log, config.databaseTimeoutMs),
    isEmbedded: postgres !== null,
    storage: postgres ? [config.dataDir, postgres.folder] : [config.dataDir],
    ...(ballast && { isDiskFull: ballast.isSpent }),
    ...(web && { web, makeHttpServer: openFront({ pages: web.pages, isOwn: isOfIntake }) }),
  };
  return { base, postgres, ballast };
}

/** The database that the settings name, or the embedded one. */
async function openPostgres(config: Config, step: Print): Promise<{ url: string; postgres: EmbeddedPostgres | null }> {
  if (config.databaseUrl) return { url: config.databaseUrl, postgres: null };
  step('Starting the database');
  const postgres = await startPostgres(config.dataDir, step);
  return { url: postgres.url, postgres };
}

/** The virtual devices of the demonstration, the rest of its year, and what it is furnished with. Gives how to stop them. */
async function runDemonstration(
  base: Base,
  { app, gateway }: Awaited<ReturnType<typeof openServer>>,
  demo: Demonstration,
  print: Print,
): Promise<() => Promise<void>> {
  const { config, clock, log, database } = base;
  const mqttPort = gateway?.mqtt?.port;
  if (!config.demoDevices || !mqttPort) return async () => undefined;
  const devices = startDevices(
    `mqtt://127.0.0.1:${mqttPort}`,
    demo,
    () => clock.now().getTime(),
    await runningVersions(database.db, demo),
    await confirmedPlans(database.db, demo),
  );
  const filling = demo.filledFromMs > demo.startMs ? fillHistory(config.databaseUrl, print) : null;
  const furnishing = new AbortController();
  const furnished =
    config.roles.has('web') && config.roles.has('worker')
      ? furnish(base, ownAddressOf(app), furnishing.signal, (done, of) =>
          done === of
            ? print('  The demonstration is furnished: people, pictures, documents, charts, an import.')
            : undefined,
        ).catch((error) => log.warn({ err: error }, 'the demonstration could not be furnished'))
      : null;
  return async () => {
    filling?.kill();
    furnishing.abort();
    await furnished;
    devices.stop();
  };
}

/** The rest of the demonstration's year, in a process of its own; ends at once when there is nothing to fill. */
function fillHistory(url: string, print: Print): ChildProcess {
  const child = fork(join(import.meta.dirname, 'demo/demo.fill.ts'), { env: { ...process.env, DATABASE_URL: url } });
  let lastWarned = 0;
  child.on('message', (share: number) => {
    const percent = Math.round(share * 100);
    if (percent < lastWarned + 20 && percent < 100) return;
    lastWarned = percent;
    print(
      percent === 100
        ? '  The demonstration has its whole year of history.'
        : `  Filling in the demonstration's year of history: ${percent} %`,
    );
  });
  return child;
}

/** What the installation is: decided on its first start, kept from then on. */
async function firstStart(base: Base, roles: Config['roles'], step: Print) {
  const { database, config } = base;
  const { db } = database;
  const account = await db.selectFrom('account').select('id').where('type', '!=', 'System').limit(1).executeTakeFirst();
  if (!account && (await wantsDemonstration(base)) && config.roles.has('worker')) {
    step('Making the demonstration');
    const demo = await makeDemonstration(base);
    await setDemoPassword(base);
    await fillRecent(base, demo);
    return { demo, setupToken: null };
  }
  // The set-up is a page of `web`: the address that another process would print does not answer it.
  if (!account) return { demo: null, setupToken: roles.has('web') ? await openSetup(db) : null };
  const demo = config.demo === false ? null : await readDemonstration(db);
  if (demo && config.roles.has('worker')) {
    await setDemoPassword(base);
    await catchUp(base, demo);
  }
  return { demo, setupToken: null };
}

/** Said at the first start, by an argument or DEMO, and kept until the set-up too: a restart must not make what was not wanted. */
async function wantsDemonstration({ config, database: { db } }: Base): Promise<boolean> {
  if (config.demo === null) {
    return (await readSetting(db, 'demo')) !== false;
  }
  await writeSetting(db, 'demo', config.demo);
  return config.demo;
}

/** A token for the set-up page; one of before works no more. */
async function openSetup(db: Db): Promise<string> {
  const token = randomBytes(9).toString('base64url');
  await writeSetting(db, 'setup', { tokenHash: createHash('sha256').update(token).digest('hex') });
  return token;
}

const systemName = 'system';

/** The account that oversees every corporation: there only where the installation asks for it by its password. */
async function keepSystemAccount({ database: { db }, clock }: Base, systemPassword: string) {
  const known = password.safeParse(systemPassword);
  if (!known.success)
    throw new Error(
      'SYSTEM_PASSWORD: 8 to 16 characters with uppercase, lowercase, digit and symbol, none three times in a row',
    );
  const account = { name: systemName, password: systemPassword, now: clock.now() };
  // Nobody above it could reset what it has lost.
  if (!(await putSystemAccount(db, account, (accountId) => removeSecondFactor(db, accountId))))
    throw new Error('SYSTEM_PASSWORD: the name "system" belongs to an account of a corporation');
}

async function listen(app: Awaited<ReturnType<typeof openServer>>['app'], { host, port }: Config) {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const inUse = '. Stop what uses it, or set PORT to another.';
    throw listenProblem(error, { host, port, setting: 'PORT', inUse });
  }
}

const shown = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

/** Rows of a name and what it is. */
function facts(
  config: Config,
  addresses: { http: string; mqtt: { host: string; port: number; tls: boolean } | null },
  postgres: EmbeddedPostgres | null,
  demo: boolean,
  setupToken: string | null,
): string[] {
  const rows: [string, string][] = [];
  if (setupToken)
    rows.push(['Set up', `${addresses.http}/#/setup?token=${setupToken}`], ['Token', `${setupToken} (one use)`]);
  if (demo)
    rows.push([
      'Sign in',
      `${demoUser} / ${config.demoPassword}${config.demoPasswordGiven ? '' : '  (new at every start; DEMO_PASSWORD sets it)'}`,
    ]);
  if (demo) rows.push(['', `${addresses.http}/#/sign?demo=${config.demoKey}`]);
  rows.push([
    'Devices',
    addresses.mqtt
      ? `MQTT${addresses.mqtt.tls ? ' over TLS' : ''} on port ${addresses.mqtt.port}, HTTP on ${addresses.http}/api`
      : `HTTP on ${addresses.http}/api`,
  ]);
  rows.push([
    'Data',
    postgres
      ? postgres.folder.startsWith(config.dataDir)
        ? config.dataDir
        : `${config.dataDir}, database in ${postgres.folder}`
      : 'in your PostgreSQL',
  ]);
  rows.push([
    'Reached by',
    isLoopback(config.host) ? 'this machine alone (HOST=0.0.0.0 opens it to the network)' : 'the network',
  ]);
  rows.push(['Stop', 'Ctrl+C']);
  return rows.map(([name, value]) => lineOf(name, value));
}

/** A line of what is told at the end of a start. */
export const lineOf = (name: string, value: string) => `  ${name.padEnd(11)}${value}`;
