/**
 * Uplinks of The Things Stack v3, as its webhooks and its MQTT server send them. What is 0, false or empty is left out by
 * the network: a missing port is port 0. A simulated uplink is no measurement and is left out.
 * Source: The Things Industries, "Data Formats" (ApplicationUp), https://www.thethingsindustries.com/docs/integrations/data-formats/
 */
import {
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

export function readTheThingsStack(content: Uint8Array): Unwrapped {
  const read = readJson(content);
  if ('fault' in read) return nothingOf(read.fault);
  const message = read.value;
  if (!isObject(message) || !isObject(message['end_device_ids'])) return nothingOf('otherShape');
  const uplink = message['uplink_message'];
  // Joins, downlink events and the like carry no measurement.
  if (!isObject(uplink)) return nothingOf();
  if (message['simulated'] === true) return nothingOf();
  const ids = message['end_device_ids'];
  const bytes = uplink['frm_payload'] === undefined ? new Uint8Array() : fromBase64(uplink['frm_payload']);
  const settings = isObject(uplink['settings']) ? uplink['settings'] : {};
  return {
    uplinks: [
      uplinkOf({
        source: textOf(ids['dev_eui']) || textOf(ids['device_id']),
        at: instantOf(settings['time']) ?? instantOf(uplink['received_at']) ?? instantOf(message['received_at']),
        object: uplink['decoded_payload'],
        bytes,
        port: numberOf(uplink['f_port']) ?? 0,
        signal: highestOf(uplink['rx_metadata'], 'rssi'),
      }),
    ],
    faults: bytes === null ? ['payloadDamaged'] : [],
  };
}
