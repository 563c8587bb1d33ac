/**
 * What the files of a report are written of, as it is kept beside them: so that they are written anew with the same numbers.
 * Invariant: what is read back is what was written, typed arrays and gaps included.
 */

import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import type { ReadingDigest } from './reading-digests.ts';

export interface ReportSource {
  readonly content: ReportContent;
  readonly digests: readonly ReadingDigest[];
}

/** Its name among the files of a report; nobody downloads it. */
export const sourceFormat = 'source';
export const sourceType = 'application/octet-stream';
/** Of what is written by another version nothing is read. */
const version = 1;
const maxBytes = 512 * 1024 * 1024;

export async function packSource(source: ReportSource): Promise<Uint8Array> {
  return await promisify(brotliCompress)(serialize({ version, ...source }), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  });
}

/** Throws Error for what was written by another version. */
export async function unpackSource(bytes: Uint8Array): Promise<ReportSource> {
  const read = deserialize(await promisify(brotliDecompress)(bytes, { maxOutputLength: maxBytes })) as ReportSource & {
    readonly version: number;
  };
  if (read.version !== version) throw new Error(`the source of a report is of version ${read.version}`);
  return { content: read.content, digests: read.digests };
}
