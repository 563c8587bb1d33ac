import type { Connection } from '@plumbline/contract/devices';
import type { z } from 'zod';

/** Shell commands that send a device's own sample. Invariant: they run as they are copied, in any POSIX shell. */
export type ConnectionInfo = z.output<typeof Connection>;

/** One shell word: single quotes, and a quote inside ends and begins them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The sample as a shell word whose time is taken when the command runs, so that it can be run again and again. */
export function sampleWord(sample: unknown): string {
  const rest = { ...(sample as Record<string, unknown>) };
  delete rest.at;
  const body = JSON.stringify(rest);
  return `'{"at":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'",'${quoted(body.slice(1))}`;
}

/** An installation that listens on every address is reached by the name in the browser's own address. */
export const shownHost = (host: string, here: string): string => (['0.0.0.0', '::', ''].includes(host) ? here : host);
const shownUrl = (url: string, here: string): string => url.replace(/^(https?:\/\/)(0\.0\.0\.0|\[::\])/, `$1${here}`);

export function mqttCommand({ sncode, mqtt, sample }: ConnectionInfo, secret: string, here: string): string | null {
  if (mqtt === null) return null;
  const tls = mqtt.tls ? ' --tls-use-os-certs' : '';
  return [`mosquitto_pub -h ${shownHost(mqtt.host, here)} -p ${mqtt.port}${tls} -q 1`, `  -u ${sncode} -P ${quoted(secret)}`, `  -t ${mqtt.readings}`, `  -m ${sampleWord(sample)}`].join(' \\\n');
}

export function curlCommand({ http, sample }: ConnectionInfo, secret: string, here: string): string {
  return [`curl -X POST ${quoted(shownUrl(http.url, here))}`, `  -H ${quoted(`Authorization: Bearer ${secret}`)}`, "  -H 'Content-Type: application/json'", `  -d ${sampleWord(sample)}`].join(' \\\n');
}
