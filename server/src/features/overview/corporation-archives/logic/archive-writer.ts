/**
 * Writes a TAR part by part, and at its end the manifest: the SHA-256 of each part, in the form that `sha256sum -c` checks.
 * Invariant: no more than one part, or one piece of a file, is in memory.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { tarEnd, tarHeader, tarPadding } from '../../../../kernel/tar.ts';

export const manifestName = 'MANIFEST.sha256';

export class ArchiveWriter {
  readonly #into: Writable;
  readonly #at: Date;
  readonly #lines: string[] = [];

  constructor(into: Writable, at: Date) {
    this.#into = into;
    this.#at = at;
  }

  entry(name: string, content: Buffer): Promise<void> {
    return this.stream(name, content.length, [content]);
  }

  /** Throws Error where the content is not as long as it was said to be: the archive would be none. */
  async stream(name: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    let written = 0;
    await this.#write(tarHeader(name, bytes, this.#at));
    for await (const chunk of content) {
      written += chunk.length;
      hash.update(chunk);
      await this.#write(chunk);
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes and should have ${bytes}`);
    await this.#write(tarPadding(bytes));
    this.#lines.push(`${hash.digest('hex')}  ${name}\n`);
  }

  /** The manifest, and the end of the TAR. */
  async end(): Promise<void> {
    await this.entry(manifestName, Buffer.from(this.#lines.join('')));
    await this.#write(tarEnd);
  }

  async #write(chunk: Buffer): Promise<void> {
    if (chunk.length > 0 && !this.#into.write(chunk)) await once(this.#into, 'drain');
  }
}
