import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type FamilyCode, familyCodes } from '@plumbline/contract/families';
import {
  certificateProblem,
  hostProblem,
  licenceKeyProblem,
  outboundProblem,
  pluginKeyProblem,
  proxyProblem,
  urlProblem,
} from './config.checks.ts';
import { type EdgeConfig, edgeSettings, readEdge } from './config.edge.ts';
import { SettingReader } from './config.reader.ts';

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
  DIAL_IN_PORT: [
    '',
    'Port where modems (DTU) dial in over TCP, to be read over Modbus RTU; 0 takes any free one, empty closes it.',
  ],
  DIAL_IN_UDP_PORT: [
    '',
    'UDP port where modems dial in, of devices that are set up for it; 0 takes any free one, empty closes it.',
  ],
  COAP_PORT: ['', 'UDP port where devices deliver over CoAP; 5683 is usual, 0 takes any free one, empty closes it.'],
  SFTP_PORT: ['', 'Port where files of feeds are uploaded over SFTP; 0 takes any free one, empty closes it.'],
  MODBUS_PORT: [
    '',
    'Port where control systems (SCADA) read newest values over Modbus TCP; 502 is usual, 0 takes any free one, empty closes it.',
  ],
  ...edgeSettings,
  SYSTEM_PASSWORD: [
    '',
    'Makes the account "system", which oversees every corporation, or gives it this password (another one ends its sessions and tokens, and removes its second factor); empty closes it.',
  ],
  TILES_URL: [
    '',
    'Map tiles of your own, such as https://tiles.example/{z}/{x}/{y}.png, or the address of a pack (.pmtiles); empty takes a pack in DATA_DIR/basemap, else draws the bundled map.',
  ],
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
  OPERATION_DAYS: ['1095', 'Days that lines of the operation log are kept; 0 keeps them for ever.'],
  DELIVERY_DAYS: ['1095', 'Days that the log of sent messages is kept; 0 keeps it for ever.'],
  WAVEFORM_DAYS: ['', 'Days that waveforms of vibration points are kept; empty keeps them for ever.'],
  OUTBOUND_ALLOW: ['', 'Comma-separated hosts or networks inside the private ranges that outbound calls may reach.'],
  SIM_QUERY_URL: [
    '',
    'Where SIM cards are asked for, with {iccid} and, where the vendor wants it, {sncode}: https://sims.example/v1/cards/{iccid}.',
  ],
  SIM_QUERY_KEY: ['', 'Bearer token for SIM_QUERY_URL.'],
  WECHAT_APP_ID: ['', 'App id of a website at the WeChat Open Platform; empty = nobody signs in by WeChat.'],
  WECHAT_APP_SECRET: ['', 'Its secret; needed with WECHAT_APP_ID.'],
  WECHAT_OPEN_URL: ['https://open.weixin.qq.com', 'Where people scan the QR code of WeChat.'],
  WECHAT_API_URL: ['https://api.weixin.qq.com', 'Where WeChat is asked who came back.'],
  SESSION_TIMEOUT_MAX: [
    '',
    'Seconds without a click after which every session ends, however long its user allows, "never" included; empty = as each user likes.',
  ],
  VERIFICATION_CORPORATION: [
    '',
    'Id of the corporation whose SMS vendor or mail server sends verification codes to people who register a new corporation, and where a corporation has neither; empty = no codes for them.',
  ],
  HOSTS: [
    '',
    'Comma-separated names by which this installation may be called, without port; PUBLIC_URL and this machine itself may always. Empty answers to any name.',
  ],
  REPORT_SIGNING_P12: [
    '',
    'File (PKCS#12) with the key and certificate that released reports are signed with; empty = a certificate of this installation, made by itself.',
  ],
  REPORT_SIGNING_PASSWORD: ['', 'Its password.'],
  LICENCE_KEY: ['', 'Public key (Ed25519, base64) of whoever signs licences for this installation; empty takes none.'],
  PLUGIN_DIR: [
    '',
    'Folder of plug-ins; empty = plugins in DATA_DIR. Every process of the installation needs the same.',
  ],
  PLUGIN_KEYS: [
    '',
    'Whose plug-ins are taken: comma-separated name=key, with public keys (Ed25519, base64); empty takes none.',
  ],
  PRIVATE_DEPLOYMENT: ['', '1 hides pages about the product itself: documents (the guide) and releases.'],
  TRUST_PROXY: ['', 'Comma-separated addresses of reverse proxies whose X-Forwarded-For is believed.'],
  DEVICE_CERT_HEADER: [
    '',
    'Header in which these proxies hand on the client certificate of a device: Client-Cert (RFC 9440), or one with PEM as nginx escapes it; empty reads none. They must remove it from what comes from outside.',
  ],
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
  /** null = closed. */
  readonly dialInPort: number | null;
  readonly dialInUdpPort: number | null;
  /** null = closed. */
  readonly coapPort: number | null;
  /** null = closed. */
  readonly sftpPort: number | null;
  /** null = closed. */
  readonly modbusPort: number | null;
  readonly mqttTls: { port: number; certFile: string; keyFile: string } | null;
  /** null = this process is no edge. */
  readonly edge: EdgeConfig | null;
  readonly systemPassword: string | null;
  readonly tilesUrl: string | null;
  readonly demo: boolean | null;
  readonly demoPassword: string;
  readonly demoPasswordGiven: boolean;
  readonly demoDevices: boolean;
  readonly s3: { bucket: string; endpoint: string | null; region: string } | null;
  /** Days by measurement family; what is not here is kept for ever. */
  readonly retentionDays: ReadonlyMap<FamilyCode, number>;
  /** 0 = for ever. */
  readonly operationDays: number;
  /** 0 = for ever. */
  readonly deliveryDays: number;
  /** null = for ever. */
  readonly waveformDays: number | null;
  readonly outboundAllow: readonly string[];
  /** null = no operator is queried. */
  readonly simQuery: { readonly url: string; readonly key: string } | null;
  /** null = reports are signed by a certificate of this installation. */
  readonly reportSigning: { readonly file: string; readonly password: string } | null;
  /** null = nobody signs in by WeChat. */
  readonly wechat: {
    readonly appId: string;
    readonly secret: string;
    readonly openUrl: string;
    readonly apiUrl: string;
  } | null;
  /** Seconds; null = as each user likes. */
  readonly sessionTimeoutMax: number | null;
  /** Whose notification channels send verification codes where no other can; null = nobody's. */
  readonly verificationCorporation: number | null;
  /** Lower case; empty = any. */
  readonly hosts: readonly string[];
  /** SPKI, base64; null = no licence is taken. */
  readonly licenceKey: string | null;
  readonly pluginDir: string;
  /** Whose plug-ins are taken; SPKI, base64. */
  readonly pluginKeys: readonly { readonly name: string; readonly key: string }[];
  /** Pages about the product itself are hidden. */
  readonly privateDeployment: boolean;
  readonly trustProxy: readonly string[];
  /** Lower case; null = none is read. */
  readonly deviceCertHeader: string | null;
  readonly metricsToken: string | null;
  readonly logLevel: string;
}

/** Settings with a database to go by: the one that they name, or the embedded one. */
export type ConnectedConfig = Config & { readonly databaseUrl: string };

type Reader = SettingReader<keyof typeof settings>;

/**
 * Long because it is one list: a line for each setting.
 * The settings of this process. Throws an Error that names the setting when one makes no sense.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config {
  const reader = new SettingReader(settings, env);
  const unknown = argv.find((argument) => argument !== '--no-demo');
  if (unknown !== undefined) throw new Error(`${unknown} is no argument of Plumbline; the only one is --no-demo`);
  const databaseUrl = readDatabaseUrl(reader);
  const retentionDays = readRetention(reader);
  const roles = readRoles(reader);
  const logLevel = reader.text('LOG_LEVEL');
  if (!logLevels.includes(logLevel)) reader.refuse('LOG_LEVEL', 'unknown level');
  const mqttTls = readMqttTls(reader);
  const chosen = reader.yes('DEMO');
  const bucket = reader.optional('S3_BUCKET');
  const tilesUrl = reader.checked('TILES_URL', (url) =>
    tilesForm.test(url) ? null : 'is an http(s) address with {z}, {x} and {y}, or of a .pmtiles file',
  );
  const simUrl = reader.checked('SIM_QUERY_URL', (url) =>
    simForm.test(url) && url.includes('{iccid}') ? null : 'is an http(s) address with {iccid}',
  );
  return {
    host: reader.text('HOST'),
    port: reader.port('PORT'),
    dataDir: resolve(reader.text('DATA_DIR')),
    databaseUrl,
    databasePool: reader.count('DATABASE_POOL'),
    databaseTimeoutMs: reader.count('DATABASE_TIMEOUT_SECONDS') * 1000,
    diskAlarmBytes: reader.count('DISK_ALARM_GB') * 1e9,
    roles,
    cluster: reader.yes('CLUSTER') === true || roles.size < 3,
    publicUrl: readAddress(reader, 'PUBLIC_URL'),
    mqttPort: reader.text('MQTT_PORT') === 'off' ? null : reader.port('MQTT_PORT'),
    mqttTls,
    dialInPort: reader.text('DIAL_IN_PORT') === '' ? null : reader.port('DIAL_IN_PORT'),
    dialInUdpPort: reader.text('DIAL_IN_UDP_PORT') === '' ? null : reader.port('DIAL_IN_UDP_PORT'),
    coapPort: reader.text('COAP_PORT') === '' ? null : reader.port('COAP_PORT'),
    sftpPort: reader.text('SFTP_PORT') === '' ? null : reader.port('SFTP_PORT'),
    modbusPort: reader.text('MODBUS_PORT') === '' ? null : reader.port('MODBUS_PORT'),
    edge: readEdgeAlone(reader, roles),
    systemPassword: reader.optional('SYSTEM_PASSWORD'),
    tilesUrl,
    demo: argv.includes('--no-demo') ? false : chosen,
    demoPassword: reader.optional('DEMO_PASSWORD') ?? `Demo-${randomBytes(4).toString('hex').slice(0, 6)}7`,
    demoPasswordGiven: reader.text('DEMO_PASSWORD') !== '',
    demoDevices: reader.yes('DEMO_DEVICES') !== false,
    s3: bucket ? { bucket, endpoint: readAddress(reader, 'S3_ENDPOINT'), region: reader.text('S3_REGION') } : null,
    retentionDays,
    operationDays: reader.countOrZero('OPERATION_DAYS'),
    deliveryDays: reader.countOrZero('DELIVERY_DAYS'),
    waveformDays: reader.text('WAVEFORM_DAYS') === '' ? null : reader.count('WAVEFORM_DAYS'),
    outboundAllow: reader.checkedList('OUTBOUND_ALLOW', outboundProblem),
    simQuery: simUrl ? { url: simUrl, key: reader.text('SIM_QUERY_KEY') } : null,
    reportSigning: readSigning(reader),
    wechat: readWechat(reader),
    sessionTimeoutMax: reader.text('SESSION_TIMEOUT_MAX') === '' ? null : reader.count('SESSION_TIMEOUT_MAX'),
    verificationCorporation:
      reader.text('VERIFICATION_CORPORATION') === '' ? null : reader.count('VERIFICATION_CORPORATION'),
    hosts: readHosts(reader),
    licenceKey: reader.checked('LICENCE_KEY', licenceKeyProblem),
    pluginDir: resolve(reader.optional('PLUGIN_DIR') ?? join(reader.text('DATA_DIR'), 'plugins')),
    pluginKeys: reader.checkedList('PLUGIN_KEYS', pluginKeyProblem).map(readPluginKey),
    privateDeployment: reader.yes('PRIVATE_DEPLOYMENT') === true,
    trustProxy: reader.checkedList('TRUST_PROXY', proxyProblem),
    deviceCertHeader: readCertHeader(reader),
    metricsToken: reader.optional('METRICS_TOKEN'),
    logLevel,
  };
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];
const tilesForm =
  /^https?:\/\/[^/]+\/.*\{z\}.*\{x\}.*\{y\}|^https?:\/\/[^/]+\/.*\{z\}.*\{y\}.*\{x\}|^https?:\/\/[^/\s]+\/\S*\.pmtiles(?:\?\S*)?$/;
const simForm = /^https?:\/\/[^/\s]+\S*$/;

/** Its answer does not repeat the value, which holds a password. */
function readDatabaseUrl(reader: Reader): string | null {
  const url = reader.optional('DATABASE_URL');
  const problem = url && urlProblem(url, ['postgres:', 'postgresql:']);
  if (problem) throw new Error(`DATABASE_URL: ${problem}`);
  return url;
}

/** An http(s) address without slashes at its end. */
const readAddress = (
  reader: Reader,
  key: 'PUBLIC_URL' | 'S3_ENDPOINT' | 'WECHAT_OPEN_URL' | 'WECHAT_API_URL',
): string | null => reader.checked(key, (url) => urlProblem(url, ['http:', 'https:']))?.replace(/\/+$/, '') || null;

function readRetention(reader: Reader): ReadonlyMap<FamilyCode, number> {
  const wrong = (why: string) => reader.refuse('RETENTION_DAYS', why);
  const retentionDays = new Map<FamilyCode, number>();
  for (const entry of reader.list('RETENTION_DAYS')) {
    const [name = '', days = ''] = entry.split('=').map((part) => part.trim());
    const family = familyCodes.find((code) => code === name);
    if (family === undefined) return wrong(`no measurement family is called ${name}`);
    if (!/^[1-9]\d{0,4}$/.test(days)) wrong(`${family} needs a whole number of days above 0`);
    if (retentionDays.has(family)) wrong(`${family} is named twice`);
    retentionDays.set(family, Number(days));
  }
  return retentionDays;
}

function readRoles(reader: Reader): ReadonlySet<Role> {
  const roles = new Set<Role>();
  for (const role of reader.list('ROLES')) {
    if (role !== 'web' && role !== 'gateway' && role !== 'worker')
      return reader.refuse('ROLES', 'only web, gateway and worker are known');
    roles.add(role);
  }
  return roles.size > 0 ? roles : reader.refuse('ROLES', 'name at least one of web, gateway, worker');
}

/** An edge has no database: it can be nothing but a gateway. */
function readEdgeAlone(reader: Reader, roles: ReadonlySet<Role>): EdgeConfig | null {
  const edge = readEdge(reader);
  if (edge && (roles.size > 1 || !roles.has('gateway'))) reader.refuse('EDGE_CENTRE', 'needs ROLES=gateway');
  return edge;
}

/** `acme=MCowBQYDK2Vw...`: a name and the key that goes with it. */
const readPluginKey = (entry: string) => {
  const at = entry.indexOf('=');
  return { name: entry.slice(0, at), key: entry.slice(at + 1) };
};

function readSigning(reader: Reader): Config['reportSigning'] {
  const file = reader.optional('REPORT_SIGNING_P12');
  return file ? { file, password: reader.text('REPORT_SIGNING_PASSWORD') } : null;
}

function readMqttTls(reader: Reader): Config['mqttTls'] {
  if (reader.text('MQTT_TLS_PORT') === '') return null;
  const [certFile, keyFile] = [reader.text('MQTT_TLS_CERT'), reader.text('MQTT_TLS_KEY')];
  if (!certFile || !keyFile) reader.refuse('MQTT_TLS_PORT', 'needs MQTT_TLS_CERT and MQTT_TLS_KEY');
  const problem = certificateProblem(certFile, keyFile);
  if (problem) throw new Error(problem);
  return { port: reader.port('MQTT_TLS_PORT'), certFile, keyFile };
}

/** Who may send it has to be named, or anybody could come in by it. */
function readCertHeader(reader: Reader): string | null {
  const name = reader.checked('DEVICE_CERT_HEADER', (text) =>
    /^[a-z0-9-]{1,64}$/i.test(text) ? null : 'is no name of a header',
  );
  if (name && reader.text('TRUST_PROXY') === '') reader.refuse('DEVICE_CERT_HEADER', 'needs TRUST_PROXY');
  return name?.toLowerCase() || null;
}

function readWechat(reader: Reader): Config['wechat'] {
  const [appId, secret] = [reader.optional('WECHAT_APP_ID'), reader.optional('WECHAT_APP_SECRET')];
  if (appId === null) return null;
  if (secret === null) throw new Error('WECHAT_APP_ID: needs WECHAT_APP_SECRET');
  const addressOf = (key: 'WECHAT_OPEN_URL' | 'WECHAT_API_URL') => readAddress(reader, key) ?? settings[key][0];
  return { appId, secret, openUrl: addressOf('WECHAT_OPEN_URL'), apiUrl: addressOf('WECHAT_API_URL') };
}

/** True when nobody but this machine can reach the address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** With the name of PUBLIC_URL, where any are named. */
function readHosts(reader: Reader): string[] {
  const named = reader.checkedList('HOSTS', hostProblem);
  const url = readAddress(reader, 'PUBLIC_URL');
  return named.length === 0
    ? []
    : [...named, ...(url ? [new URL(url).hostname] : [])].map((name) => name.toLowerCase());
}
