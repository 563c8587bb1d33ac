import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Language } from '@plumbline/contract/kernel/constants';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { licenceKeyProblem, outboundProblem, pluginKeyProblem, proxyProblem } from './config.checks.ts';
import type { EdgeConfig } from './config.edge.ts';
import { type FtpConfig, readFtp } from './config.ftp.ts';
import {
  readAddress,
  readCertHeader,
  readDatabaseUrl,
  readEdgeAlone,
  readHosts,
  readLanguage,
  readMqttTls,
  readPluginKey,
  readRetention,
  readRoles,
  readSigning,
  readWechat,
} from './config.parts.ts';
import { SettingReader } from './config.reader.ts';
import { type Role, settings } from './config.settings.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  readonly databaseTimeoutMs: number;
  readonly diskAlarmBytes: number;
  readonly roles: ReadonlySet<Role>;
  /** True when a process of its own serves the pages of this one. */
  readonly pagesApart: boolean;
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
  readonly ftp: FtpConfig | null;
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
  /** Of the texts of a demonstration that the first start makes. */
  readonly demoLanguage: Language;
  /** Part of the address that offers the password of the demonstration; new at every start. */
  readonly demoKey: string;
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
    pagesApart: roles.size === 3 && reader.yes('PAGES_APART') !== false,
    cluster: reader.yes('CLUSTER') === true || roles.size < 3,
    publicUrl: readAddress(reader, 'PUBLIC_URL'),
    mqttPort: reader.text('MQTT_PORT') === 'off' ? null : reader.port('MQTT_PORT'),
    mqttTls,
    dialInPort: reader.text('DIAL_IN_PORT') === '' ? null : reader.port('DIAL_IN_PORT'),
    dialInUdpPort: reader.text('DIAL_IN_UDP_PORT') === '' ? null : reader.port('DIAL_IN_UDP_PORT'),
    coapPort: reader.text('COAP_PORT') === '' ? null : reader.port('COAP_PORT'),
    sftpPort: reader.text('SFTP_PORT') === '' ? null : reader.port('SFTP_PORT'),
    ftp: readFtp(reader),
    modbusPort: reader.text('MODBUS_PORT') === '' ? null : reader.port('MODBUS_PORT'),
    edge: readEdgeAlone(reader, roles),
    systemPassword: reader.optional('SYSTEM_PASSWORD'),
    tilesUrl,
    demo: argv.includes('--no-demo') ? false : chosen,
    demoPassword: reader.optional('DEMO_PASSWORD') ?? `Demo-${randomBytes(4).toString('hex').slice(0, 6)}7`,
    demoLanguage: readLanguage(reader),
    demoPasswordGiven: reader.text('DEMO_PASSWORD') !== '',
    demoKey: randomBytes(12).toString('base64url'),
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

/** True when nobody but this machine can reach the address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
