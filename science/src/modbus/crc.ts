/** The check sum of Modbus RTU: CRC-16 with the polynomial A001 (8005 reflected), begun with FFFF, sent low byte first. Pure. */

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
});

export function crc16(bytes: ArrayLike<number>, length = bytes.length): number {
  let crc = 0xffff;
  for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
}

/** The bytes with their check sum after them. */
export function withCrc(bytes: readonly number[]): Uint8Array {
  const crc = crc16(bytes);
  return Uint8Array.from([...bytes, crc & 0xff, crc >>> 8]);
}

/** Returns whether bytes end in the check sum of those before. */
export function hasCrc(bytes: ArrayLike<number>): boolean {
  const end = bytes.length - 2;
  return end > 0 && crc16(bytes, end) === (bytes[end] ?? 0) + ((bytes[end + 1] ?? 0) << 8);
}
