import type { Connection } from '@plumbline/contract/devices/devices';
import type { OutputOf } from '@plumbline/contract/kernel/route';

/**
 * The lines that a person pastes into a shell to let a device speak. Pure.
 * Invariant: a line works as it stands, each time it is pasted: the shell writes the time of the moment into it.
 */
export type Reach = OutputOf<typeof Connection>;

/** Placeholder in a command for a secret that this page does not know. */
export const secretPlaceholder = 'DEVICE_SECRET';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const now = 'NOW';

/** The sample message with the shell's own clock in place of its time. */
function messageLine(sample: unknown): string {
  const body = JSON.stringify({ ...(sample as object), at: now });
  return quoted(body).replace(`"${now}"`, `"'$(date -u +%FT%TZ)'"`);
}

/** An address that listens everywhere is reached by the one that this page came from. */
export const hostOf = (host: string, here: string): string => (['0.0.0.0', '::', '[::]'].includes(host) ? here : host);
export function urlOf(url: string, here: string): string {
  const parsed = new URL(url);
  const host = hostOf(parsed.hostname, here);
  if (host !== parsed.hostname) parsed.hostname = host;
  return parsed.toString();
}

type Mqtt = NonNullable<Reach['mqtt']>;
const mqttStart = (program: string, mqtt: Mqtt, sncode: string, secret: string, here: string): string[] => [
  `${program} -h ${hostOf(mqtt.host, here)} -p ${mqtt.port}${mqtt.tls ? ' --tls-use-os-certs' : ''} -V mqttv311`,
  `-u ${quoted(sncode)} -P ${quoted(secret)}`,
];
const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');

/** Publishes the sample message over MQTT, QoS 1. */
export const publishCommand = (reach: Reach, mqtt: Mqtt, secret: string, here: string): string =>
  lines([
    ...mqttStart('mosquitto_pub', mqtt, reach.sncode, secret, here),
    `-q 1 -t ${quoted(mqtt.readings)}`,
    `-m ${messageLine(reach.sample)}`,
  ]);

/** Listens for commands and refusals, and keeps the device connected meanwhile. */
export const listenCommand = (reach: Reach, mqtt: Mqtt, secret: string, here: string): string =>
  lines([
    ...mqttStart('mosquitto_sub', mqtt, reach.sncode, secret, here),
    `-q 1 -v -t ${quoted(mqtt.commands)} -t ${quoted(mqtt.errors)}`,
  ]);

/** Sends the sample message over HTTP. */
export const postCommand = (reach: Reach, secret: string, here: string): string =>
  lines([
    `curl -sS ${quoted(urlOf(reach.http.url, here))}`,
    `-H ${quoted(`Authorization: Bearer ${secret}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${messageLine(reach.sample)}`,
  ]);
