import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type FamilyCode, familyCodes } from '@plumbline/contract/families';
import { certificateProblem, outboundProblem, proxyProblem, urlProblem } from './config.checks.ts';

/**
 * Settings, all by environment; docs/guide/settings.md is made from this table and a test compares the two.
 * A wrong value stops the start with a sentence that names it.
 */
export const settings = {
  HOST: ['127.0.0.1', 'Address that web, API and gateway listen on. 0.0.0.0 opens them to the network.'],
  PORT: ['8080', 'Port of web and API.'],
  DATA_DIR: ['data', 'Where the embedded database, files and secrets live.'],
  DATABASE_URL: ['', 'An external PostgreSQL 15 or newer; empty starts the embedded one.'],
  DATABASE_POOL: ['10', 'Connections of the pool.'],
  DATABASE_TIMEOUT_SECONDS: [
    '30',
    'Seconds without a sign of life after which a connection to the database is given up and made anew.',
  ],
  DISK_ALARM_GB: ['2', 'Administrators are told when less than this is left on the disk of the data.'],
  ROLES: ['web,gateway,worker', 'Which of web, gateway and worker this process runs.'],
  CLUSTER: ['', '1 when several processes share one database: sockets are then relayed through it.'],
  PUBLIC_URL: [
    '',
    'Address by which browsers and devices reach this installation, where it differs from HOST and PORT.',
  ],
  MQTT_PORT: ['1883', 'Port of the embedded MQTT broker; 0 takes any free one, off closes it.'],
  MQTT_TLS_PORT: ['', 'Port of MQTT over TLS; needs the two below.'],
  MQTT_TLS_CERT: ['', 'File with the PEM certificate chain.'],
  MQTT_TLS_KEY: ['', 'File with the PEM private key.'],
  SYSTEM_PASSWORD: [
    '',
    'Makes the account "system", which oversees every corporation, or gives it this password (another one ends its sessions and tokens); empty closes it.',
  ],
  TILES_URL: ['', 'Map tiles of your own, such as https://tiles.example/{z}/{x}/{y}.png; empty draws the bundled map.'],
  DEMO: ['', '1 or 0 overrides what the installation was first started as (npm start, npm start -- --no-demo).'],
  DEMO_PASSWORD: ['', 'Password of the demonstration account; random when empty.'],
  DEMO_DEVICES: ['1', '0 keeps the demonstration devices silent.'],
  S3_BUCKET: ['', 'Keeps files in this S3 bucket and not in DATA_DIR.'],
  S3_ENDPOINT: ['', 'Address of an S3-compatible store; empty = AWS.'],
  S3_REGION: ['us-east-1', 'Region of the bucket. Keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  RETENTION_DAYS: [
    '',
    'Days that readings of a measurement family are kept, such as camera=365,vibration=730; families not named, for ever.',
  ],
  OUTBOUND_ALLOW: ['', 'Comma-separated hosts or networks inside the private ranges that outbound calls may reach.'],
  SIM_QUERY_URL: [
    '',
    'Where SIM cards are asked for, with {iccid} and, where the vendor wants it, {sncode}: https://sims.example/v1/cards/{iccid}.',
  ],
  SIM_QUERY_KEY: ['', 'Bearer token for SIM_QUERY_URL.'],
  TRUST_PROXY: ['', 'Comma-separated addresses of reverse proxies whose X-Forwarded-For is believed.'],
  METRICS_TOKEN: ['', 'Bearer token that /metrics asks for; empty answers only this machine.'],
  LOG_LEVEL: ['warn', 'trace, debug, info, warn, error.'],
} as const satisfies Record<string, readonly [fallback: string, says: string]>;

export type Role = 'web' | 'gateway' | 'worker';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly databaseTimeoutMs: number;
  readonly diskAlarmBytes: number;
  readonly roles: ReadonlySet<Role>;
  readonly cluster: boolean;
  readonly publicUrl: string | null;
  /** null = no MQTT. */
  readonly mqttPort: number | null;
  readonly mqttTls: { port: number; certFile: string; keyFile: string } | null;
  readonly systemPassword: string | null;
  readonly tilesUrl: string | null;
  readonly demo: boolean | null;
  readonly demoPassword: string;
  readonly demoPasswordGiven: boolean;
  readonly demoDevices: boolean;
  readonly s3: { bucket: string; endpoint: string | null; region: string } | null;
  /** Days by measurement family; what is not here is kept for ever. */
  readonly retentionDays: ReadonlyMap<FamilyCode, number>;
  readonly outboundAllow: readonly string[];
  /** null = nobody is asked. */
  readonly simQuery: { readonly url: string; readonly key: string } | null;
  readonly trustProxy: readonly string[];
  readonly metricsToken: string | null;
  readonly logLevel: string;
}

/** The settings of this process. Throws an Error that names the setting when one makes no sense. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config {
  const text = (key: keyof typeof settings) => (env[key] ?? settings[key][0]).trim();
  const list = (key: keyof typeof settings) =>
    text(key)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const wrong = (key: keyof typeof settings, why: string): never => {
    throw new Error(`${key}=${text(key)}: ${why}`);
  };
  const port = (key: keyof typeof settings) => {
    const value = Number(text(key));
    return Number.isInteger(value) && value >= 0 && value <= 65_535
      ? value
      : wrong(key, 'a port is a whole number from 0 to 65535');
  };
  const count = (key: keyof typeof settings) => {
    const value = Number(text(key));
    return Number.isInteger(value) && value > 0 ? value : wrong(key, 'must be a whole number above 0');
  };

  const yes = (key: keyof typeof settings): boolean | null => {
    if (!['', '0', '1'].includes(text(key))) wrong(key, 'is 0, 1 or empty');
    return text(key) === '' ? null : text(key) === '1';
  };
  const url = (key: keyof typeof settings) => {
    const problem = text(key) && urlProblem(text(key), ['http:', 'https:']);
    return problem ? wrong(key, problem) : text(key).replace(/\/+$/, '') || null;
  };
  const each = (key: keyof typeof settings, problemOf: (entry: string) => string | null) => {
    for (const entry of list(key)) {
      const problem = problemOf(entry);
      if (problem) wrong(key, problem);
    }
    return list(key);
  };
  const unknown = argv.find((argument) => argument !== '--no-demo');
  if (unknown !== undefined) throw new Error(`${unknown} is no argument of Plumbline; the only one is --no-demo`);
  // Not with its value, which holds a password.
  const database = text('DATABASE_URL') && urlProblem(text('DATABASE_URL'), ['postgres:', 'postgresql:']);
  if (database) throw new Error(`DATABASE_URL: ${database}`);

  const retentionDays = new Map<FamilyCode, number>();
  for (const entry of list('RETENTION_DAYS')) {
    const [name = '', days = ''] = entry.split('=').map((part) => part.trim());
    const family = familyCodes.find((code) => code === name);
    if (family === undefined) return wrong('RETENTION_DAYS', `no measurement family is called ${name}`);
    if (!/^[1-9]\d{0,4}$/.test(days)) wrong('RETENTION_DAYS', `${family} needs a whole number of days above 0`);
    if (retentionDays.has(family)) wrong('RETENTION_DAYS', `${family} is named twice`);
    retentionDays.set(family, Number(days));
  }

  const roles = new Set<Role>();
  for (const role of list('ROLES')) {
    if (role !== 'web' && role !== 'gateway' && role !== 'worker')
      wrong('ROLES', 'only web, gateway and worker are known');
    roles.add(role as Role);
  }
  if (roles.size === 0) wrong('ROLES', 'name at least one of web, gateway, worker');
  if (!['trace', 'debug', 'info', 'warn', 'error', 'silent'].includes(text('LOG_LEVEL')))
    wrong('LOG_LEVEL', 'unknown level');
  const tls = text('MQTT_TLS_PORT') !== '';
  if (tls && !(text('MQTT_TLS_CERT') && text('MQTT_TLS_KEY')))
    wrong('MQTT_TLS_PORT', 'needs MQTT_TLS_CERT and MQTT_TLS_KEY');
  const certificate = tls && certificateProblem(text('MQTT_TLS_CERT'), text('MQTT_TLS_KEY'));
  if (certificate) throw new Error(certificate);
  const chosen = yes('DEMO');
  const demo = argv.includes('--no-demo') ? false : chosen;
  const bucket = text('S3_BUCKET');
  const tilesUrl = text('TILES_URL');
  if (tilesUrl && !/^https?:\/\/[^/]+\/.*\{z\}.*\{x\}.*\{y\}|^https?:\/\/[^/]+\/.*\{z\}.*\{y\}.*\{x\}/.test(tilesUrl))
    wrong('TILES_URL', 'is an http(s) address with {z}, {x} and {y}');

  const simUrl = text('SIM_QUERY_URL');
  if (simUrl && !(/^https?:\/\/[^/\s]+\S*$/.test(simUrl) && simUrl.includes('{iccid}')))
    wrong('SIM_QUERY_URL', 'is an http(s) address with {iccid}');

  return {
    host: text('HOST'),
    port: port('PORT'),
    dataDir: resolve(text('DATA_DIR')),
    databaseUrl: text('DATABASE_URL') || null,
    databasePool: count('DATABASE_POOL'),
    databaseTimeoutMs: count('DATABASE_TIMEOUT_SECONDS') * 1000,
    diskAlarmBytes: count('DISK_ALARM_GB') * 1e9,
    roles,
    cluster: yes('CLUSTER') === true || roles.size < 3,
    publicUrl: url('PUBLIC_URL'),
    mqttPort: text('MQTT_PORT') === 'off' ? null : port('MQTT_PORT'),
    mqttTls: tls
      ? { port: port('MQTT_TLS_PORT'), certFile: text('MQTT_TLS_CERT'), keyFile: text('MQTT_TLS_KEY') }
      : null,
    systemPassword: text('SYSTEM_PASSWORD') || null,
    tilesUrl: tilesUrl || null,
    demo,
    demoPassword: text('DEMO_PASSWORD') || `Demo-${randomBytes(4).toString('hex').slice(0, 6)}7`,
    demoPasswordGiven: text('DEMO_PASSWORD') !== '',
    demoDevices: yes('DEMO_DEVICES') !== false,
    s3: bucket ? { bucket, endpoint: url('S3_ENDPOINT'), region: text('S3_REGION') } : null,
    retentionDays,
    outboundAllow: each('OUTBOUND_ALLOW', outboundProblem),
    simQuery: simUrl ? { url: simUrl, key: text('SIM_QUERY_KEY') } : null,
    trustProxy: each('TRUST_PROXY', proxyProblem),
    metricsToken: text('METRICS_TOKEN') || null,
    logLevel: text('LOG_LEVEL'),
  };
}

/** True when nobody but this machine can reach the address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
