/** Files in one stream (POSIX ustar): a header of 512 bytes before each, its content filled up to 512, two empty blocks at the end. */
const block = 512;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Returns the padding after the content of a file. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((block - (bytes % block)) % block);

/** No file may be larger: eleven octal digits. */
export const maxTarFile = 8 ** 11 - 1;

/** Returns the header before the content of a file. Throws Error for a name or size that the format does not hold. */
export function tarHeader(name: string, bytes: number, at: Date): Buffer {
  if (bytes > maxTarFile) throw new Error(`${name} is too large for a TAR`);
  if (!/^[\x20-\x7e]{1,100}$/.test(name)) throw new Error(`${name} is no name of a TAR`);
  const header = Buffer.alloc(block);
  const put = (text: string, offset: number) => header.write(text, offset, 'latin1');
  put(name, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(bytes, 12), 124);
  put(octal(Math.floor(at.getTime() / 1000), 12), 136);
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\0', 257);
  put('00', 263);
  put(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return header;
}

export const tarEnd: Buffer = Buffer.alloc(block * 2);
