/** Settings that are read together, or from a text with parts. */
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { type FamilyCode, familyCodes } from '@plumbline/contract/points/families';
import { certificateProblem, hostProblem, urlProblem } from './config.checks.ts';
import { type EdgeConfig, readEdge } from './config.edge.ts';
import { type Reader, type Role, settings } from './config.settings.ts';

/** Its answer does not repeat the value, which holds a password. */
export function readDatabaseUrl(reader: Reader): string | null {
  const url = reader.optional('DATABASE_URL');
  const problem = url && urlProblem(url, ['postgres:', 'postgresql:']);
  if (problem) throw new Error(`DATABASE_URL: ${problem}`);
  return url;
}

/** An http(s) address without slashes at its end. */
export const readAddress = (
  reader: Reader,
  key: 'PUBLIC_URL' | 'S3_ENDPOINT' | 'WECHAT_OPEN_URL' | 'WECHAT_API_URL',
): string | null => reader.checked(key, (url) => urlProblem(url, ['http:', 'https:']))?.replace(/\/+$/, '') || null;

export function readRetention(reader: Reader): ReadonlyMap<FamilyCode, number> {
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

export function readRoles(reader: Reader): ReadonlySet<Role> {
  const roles = new Set<Role>();
  for (const role of reader.list('ROLES')) {
    if (role !== 'web' && role !== 'gateway' && role !== 'worker')
      return reader.refuse('ROLES', 'only web, gateway and worker are known');
    roles.add(role);
  }
  return roles.size > 0 ? roles : reader.refuse('ROLES', 'name at least one of web, gateway, worker');
}

/** An edge has no database: it can be nothing but a gateway. */
export function readEdgeAlone(reader: Reader, roles: ReadonlySet<Role>): EdgeConfig | null {
  const edge = readEdge(reader);
  if (edge && (roles.size > 1 || !roles.has('gateway'))) reader.refuse('EDGE_CENTRE', 'needs ROLES=gateway');
  return edge;
}

/** `acme=MCowBQYDK2Vw...`: a name and the key that goes with it. */
export const readPluginKey = (entry: string) => {
  const at = entry.indexOf('=');
  return { name: entry.slice(0, at), key: entry.slice(at + 1) };
};

export function readSigning(reader: Reader): { file: string; password: string } | null {
  const file = reader.optional('REPORT_SIGNING_P12');
  return file ? { file, password: reader.text('REPORT_SIGNING_PASSWORD') } : null;
}

export function readMqttTls(reader: Reader): { port: number; certFile: string; keyFile: string } | null {
  if (reader.text('MQTT_TLS_PORT') === '') return null;
  const [certFile, keyFile] = [reader.text('MQTT_TLS_CERT'), reader.text('MQTT_TLS_KEY')];
  if (!certFile || !keyFile) reader.refuse('MQTT_TLS_PORT', 'needs MQTT_TLS_CERT and MQTT_TLS_KEY');
  const problem = certificateProblem(certFile, keyFile);
  if (problem) throw new Error(problem);
  return { port: reader.port('MQTT_TLS_PORT'), certFile, keyFile };
}

/** Returns the header that carries the client certificate. Its sender has to be named, or anybody could come in by it. */
export function readCertHeader(reader: Reader): string | null {
  const name = reader.checked('DEVICE_CERT_HEADER', (text) =>
    /^[a-z0-9-]{1,64}$/i.test(text) ? null : 'is no name of a header',
  );
  if (name && reader.text('TRUST_PROXY') === '') reader.refuse('DEVICE_CERT_HEADER', 'needs TRUST_PROXY');
  return name?.toLowerCase() || null;
}

export function readWechat(reader: Reader) {
  const [appId, secret] = [reader.optional('WECHAT_APP_ID'), reader.optional('WECHAT_APP_SECRET')];
  if (appId === null) return null;
  if (secret === null) throw new Error('WECHAT_APP_ID: needs WECHAT_APP_SECRET');
  const addressOf = (key: 'WECHAT_OPEN_URL' | 'WECHAT_API_URL') => readAddress(reader, key) ?? settings[key][0];
  return { appId, secret, openUrl: addressOf('WECHAT_OPEN_URL'), apiUrl: addressOf('WECHAT_API_URL') };
}

/** With the name of PUBLIC_URL, where any are named. */
export function readHosts(reader: Reader): string[] {
  const named = reader.checkedList('HOSTS', hostProblem);
  const url = readAddress(reader, 'PUBLIC_URL');
  return named.length === 0
    ? []
    : [...named, ...(url ? [new URL(url).hostname] : [])].map((name) => name.toLowerCase());
}

export function readLanguage(reader: Reader): Language {
  const text = reader.text('DEMO_LANGUAGE');
  return languages.find((each) => each === text) ?? reader.refuse('DEMO_LANGUAGE', 'is en, zh-CN or zh-TW');
}
