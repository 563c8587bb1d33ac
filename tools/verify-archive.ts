/**
 * `npm run verify-archive -- <corporation.tar.gz>`: whether every part of an archive of a corporation is as its manifest says, and
 * nothing is missing or added. It reads the file once, a piece at a time.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';

const block = 512;
const manifestName = 'MANIFEST.sha256';
const maxManifest = 512 * 1024 * 1024;

interface Part {
  readonly name: string;
  left: number;
  readonly padding: number;
  readonly hash: Hash;
  readonly content: Buffer[] | null;
}

function headerOf(header: Buffer): Part | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (from: number, length: number) => header.toString('latin1', from, from + length).split('\0')[0] ?? '';
  const name = text(0, 100);
  const bytes = Number.parseInt(text(124, 12), 8);
  if (text(257, 5) !== 'ustar' || !Number.isSafeInteger(bytes)) throw new Error('the file is no archive, or damaged');
  const content = name === manifestName ? [] : null;
  if (content && bytes > maxManifest) throw new Error('the manifest is too long');
  return { name, left: bytes, padding: (block - (bytes % block)) % block, hash: createHash('sha256'), content };
}

/** The SHA-256 of every part, and the manifest. Throws Error for what is no archive or ends too soon. */
async function read(file: string): Promise<{ hashes: Map<string, string>; manifest: string | null }> {
  const hashes = new Map<string, string>();
  let manifest: string | null = null;
  let waiting: Buffer = Buffer.alloc(0);
  let part: Part | null = null;
  let isOver = false;
  const gunzip = createReadStream(file)
    .on('error', (error) => gunzip.destroy(error))
    .pipe(createGunzip());
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    while (!isOver) {
      if (part === null) {
        if (waiting.length < block) break;
        part = headerOf(waiting.subarray(0, block));
        waiting = waiting.subarray(block);
        isOver = part === null;
        continue;
      }
      const piece = waiting.subarray(0, part.left);
      part.hash.update(piece);
      part.content?.push(Buffer.from(piece));
      part.left -= piece.length;
      waiting = waiting.subarray(piece.length);
      if (part.left > 0 || waiting.length < part.padding) break;
      waiting = waiting.subarray(part.padding);
      if (hashes.has(part.name)) throw new Error(`${part.name} is in it twice`);
      if (part.content) manifest = Buffer.concat(part.content).toString('utf8');
      else hashes.set(part.name, part.hash.digest('hex'));
      part = null;
    }
  }
  if (!isOver) throw new Error('the file ends too soon');
  return { hashes, manifest };
}

/** Returns the differences from the manifest, a line each; none = everything is as it was written. */
export async function problemsOf(file: string): Promise<{ readonly parts: number; readonly problems: string[] }> {
  const { hashes, manifest } = await read(file);
  if (manifest === null) return { parts: hashes.size, problems: [`${manifestName} is missing`] };
  const problems: string[] = [];
  const named = new Set<string>();
  for (const line of manifest.split('\n').filter((each) => each !== '')) {
    const [, hash = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    named.add(name);
    const found = hashes.get(name);
    if (found === undefined) problems.push(`${name || line} is missing`);
    else if (found !== hash) problems.push(`${name} was changed`);
  }
  for (const name of hashes.keys()) if (!named.has(name)) problems.push(`${name} is not in the manifest`);
  return { parts: hashes.size, problems };
}

if (process.argv[1] === import.meta.filename) {
  const [given] = process.argv.slice(2);
  try {
    if (!given) throw new Error('Use: npm run verify-archive -- <corporation.tar.gz>');
    const { parts, problems } = await problemsOf(resolve(process.env['INIT_CWD'] ?? '.', given));
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exit(1);
    process.stdout.write(`${parts} parts, each as it was written\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
