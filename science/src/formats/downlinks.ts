/**
 * Commands down through LoRaWAN network servers, and what these say of them: The Things Stack v3 and ChirpStack v4, over MQTT
 * and HTTP. Pure; it throws on no content.
 * Sources: The Things Industries, "Scheduling downlinks" and "Data formats" (downlink_ack, downlink_nack, downlink_sent,
 * downlink_failed), https://www.thethingsindustries.com/docs/integrations/webhooks/scheduling-downlinks/; ChirpStack
 * documentation, "MQTT: enqueue downlink" and "Event types" (ack, txack, log), https://www.chirpstack.io/docs/chirpstack/integrations/
 */
import { isObject, readJson, textOf } from './uplink.ts';

export const downlinkWrappings = ['theThingsStack', 'chirpStack'] as const;
export type DownlinkWrapping = (typeof downlinkWrappings)[number];

/** Where a device is reached, as its newest uplink said. */
export interface DownlinkAddress {
  /** As the network names it in its addresses: device_id, DevEUI. */
  readonly device: string;
  /** Its part of MQTT topics; null = its uplink came by a webhook. */
  readonly base: string | null;
}
export interface Downlink {
  /** By which its results are known again. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** FPort. */
  readonly port: number;
  /** True when the device acknowledges it. */
  readonly confirmed: boolean;
}
/** Answer of a network about a downlink. `item` is our id, or the one that the network gave it. */
export interface DownlinkResult {
  readonly item: string;
  readonly state: 'queued' | 'sent' | 'acknowledged' | 'failed';
  readonly detail: string;
}

const mark = 'plumbline:';

export const isDownlinkWrapping = (wrapping: string): wrapping is DownlinkWrapping =>
  (downlinkWrappings as readonly string[]).includes(wrapping);

/** Where the sender of an uplink is reached; null = the message does not say, or is none. */
export function downlinkAddressOf(
  wrapping: DownlinkWrapping,
  topic: string,
  content: Uint8Array,
): DownlinkAddress | null {
  const message = objectOf(content);
  if (!message) return null;
  const [ids, name, end] =
    wrapping === 'theThingsStack'
      ? [message['end_device_ids'], 'device_id', '/up']
      : [message['deviceInfo'], 'devEui', '/event/up'];
  const device = isObject(ids) ? textOf(ids[name]) : '';
  if (!/^[A-Za-z0-9-]{1,64}$/.test(device)) return null;
  if (wrapping === 'theThingsStack' && !isObject(message['uplink_message'])) return null;
  const base = topic.endsWith(end) && !/[+#]/.test(topic) ? topic.slice(0, -end.length) : null;
  return { device, base };
}

/** The MQTT topic of a downlink, and the content that both MQTT and HTTP take. */
export function encodeDownlink(
  wrapping: DownlinkWrapping,
  { base, device }: DownlinkAddress,
  { id, bytes, port, confirmed }: Downlink,
): { readonly topic: string | null; readonly mqtt: object; readonly http: object } {
  const data = base64Of(bytes);
  if (wrapping === 'theThingsStack') {
    const downlink = { f_port: port, frm_payload: data, priority: 'NORMAL', confirmed, correlation_ids: [mark + id] };
    const content = { downlinks: [downlink] };
    return { topic: base === null ? null : `${base}/down/push`, mqtt: content, http: content };
  }
  return {
    topic: base === null ? null : `${base}/command/down`,
    mqtt: { id, devEui: device, confirmed, fPort: port, data },
    http: { queueItem: { confirmed, fPort: port, data } },
  };
}

/** The id that ChirpStack gave a downlink when it was queued over HTTP; null = none. */
export function queuedItemOf(content: Uint8Array): string | null {
  const id = textOf(objectOf(content)?.['id']);
  return id === '' ? null : id.slice(0, 64);
}

/** Returns the result that a message reports of a downlink of ours; null = it is about something else. */
export function downlinkResultOf(
  wrapping: DownlinkWrapping,
  topic: string,
  content: Uint8Array,
): DownlinkResult | null {
  return wrapping === 'theThingsStack' ? ofTheThingsStack(content) : ofChirpStack(topic, content);
}

const states = {
  downlink_queued: 'queued',
  downlink_sent: 'sent',
  downlink_ack: 'acknowledged',
  downlink_nack: 'failed',
  downlink_failed: 'failed',
} as const;

function ofTheThingsStack(content: Uint8Array): DownlinkResult | null {
  const message = objectOf(content);
  if (!message) return null;
  for (const [name, state] of Object.entries(states)) {
    const part = message[name];
    if (!isObject(part)) continue;
    const inner = isObject(part['downlink']) ? part['downlink'] : part;
    const item = [...listOf(inner['correlation_ids']), ...listOf(message['correlation_ids'])]
      .find((id) => id.startsWith(mark))
      ?.slice(mark.length);
    if (item === undefined) return null;
    const error = isObject(part['error']) ? part['error'] : {};
    const why = textOf(error['message_format']) || textOf(error['name']);
    return { item, state, detail: name === 'downlink_nack' ? 'the device did not acknowledge it' : why };
  }
  return null;
}

function ofChirpStack(topic: string, content: Uint8Array): DownlinkResult | null {
  const event = /(?:event[/=])([a-z]+)/.exec(topic)?.[1];
  if (event !== 'ack' && event !== 'txack' && event !== 'log') return null;
  const message = objectOf(content);
  if (!message) return null;
  if (event === 'log') {
    const context = isObject(message['context']) ? message['context'] : {};
    const item = textOf(context['queue_item_id']);
    const detail = textOf(message['description']) || textOf(message['code']);
    return item === '' || message['level'] !== 'ERROR' ? null : { item, state: 'failed', detail };
  }
  const item = textOf(message['queueItemId']);
  if (item === '') return null;
  if (event === 'txack') return { item, state: 'sent', detail: '' };
  // False is left out.
  return message['acknowledged'] === true
    ? { item, state: 'acknowledged', detail: '' }
    : { item, state: 'failed', detail: 'the device did not acknowledge it' };
}

function objectOf(content: Uint8Array): Readonly<Record<string, unknown>> | null {
  const read = readJson(content);
  return 'fault' in read || !isObject(read.value) ? null : read.value;
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 50).filter((each): each is string => typeof each === 'string') : [];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const four = [18, 12, 6, 0].map((shift) => letters[(bits >> shift) & 63]).join('');
    const left = bytes.length - at;
    text += left >= 3 ? four : left === 2 ? `${four.slice(0, 3)}=` : `${four.slice(0, 2)}==`;
  }
  return text;
}
