/**
 * Cayenne Low Power Payload, as myDevices published it: pieces of one byte channel, one byte type, then the data of the type,
 * the highest byte first. A value is called by its type and channel: `temperature_3`.
 *
 * A piece of a type that is not known, or that is cut off, makes the whole payload an error: nobody can say where the next
 * piece begins, and a value read from the wrong place would be a wrong number.
 */
import { types } from './types.mjs';

const bytesOf = (hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

function numberAt(bytes, at, size, isSigned) {
  let value = 0;
  for (const byte of bytes.slice(at, at + size)) value = value * 256 + byte;
  const span = 256 ** size;
  return isSigned && value >= span / 2 ? value - span : value;
}

function lpp({ bytes: hex }) {
  if (hex === null) throw new Error('the message holds no bytes');
  const bytes = bytesOf(hex);
  const values = {};
  let at = 0;
  while (at < bytes.length) {
    const [channel, code] = [bytes[at], bytes[at + 1]];
    const type = types[code];
    if (type === undefined) throw new Error(`type ${code} of channel ${channel} is not known`);
    at += 2;
    for (const [name, size, isSigned, divisor] of type) {
      if (at + size > bytes.length) throw new Error(`channel ${channel} is cut off`);
      values[`${name}_${channel}`] = numberAt(bytes, at, size, isSigned) / divisor;
      at += size;
    }
  }
  return { records: [{ values }] };
}

export const codecs = { lpp };
