/**
 * Uplinks of ChirpStack v4, as its HTTP integration and its MQTT integration send them in JSON. Other events (join, status,
 * ack) carry no measurement.
 * Source: ChirpStack documentation, "Integrations: event types" and "MQTT", https://www.chirpstack.io/docs/chirpstack/integrations/
 */
import {
  type Arrival,
  fromBase64,
  highestOf,
  instantOf,
  isObject,
  nothingOf,
  numberOf,
  readJson,
  textOf,
  type Unwrapped,
  uplinkOf,
} from './uplink.ts';

export function readChirpStack(content: Uint8Array, { topic }: Pick<Arrival, 'topic'>): Unwrapped {
  // `.../event/up` of MQTT, `?event=up` of HTTP.
  const event = /(?:event[/=])([a-z]+)/.exec(topic)?.[1];
  if (event !== undefined && event !== 'up') return nothingOf();
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  const message = read.value;
  if (!isObject(message) || !isObject(message['deviceInfo'])) return nothingOf('otherShape');
  if (message['data'] === undefined && message['object'] === undefined) return nothingOf();
  const bytes = message['data'] === undefined ? new Uint8Array() : fromBase64(message['data']);
  return {
    uplinks: [
      uplinkOf({
        source: textOf(message['deviceInfo']['devEui']),
        at: instantOf(message['time']),
        object: message['object'],
        bytes,
        port: numberOf(message['fPort']) ?? 0,
        signal: highestOf(message['rxInfo'], 'rssi'),
      }),
    ],
    faults: bytes === null ? ['payloadDamaged'] : [],
  };
}
