/**
 * The seal of a released report: what it is, its files, its readings and its layout, with the seal before it, under one
 * SHA-256. Invariant: nothing of a sealed report, and no seal before it, can be otherwise without the hash being another.
 */
import { createHash, randomBytes } from 'node:crypto';

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

export interface SealedFile {
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
}
/** Sealed facts, in the order in which it is written down. Instants are ISO 8601 in UTC. */
export interface Seal {
  readonly projectId: number;
  readonly number: number;
  /** Hash of the seal before it; null = it is the first of its project. */
  readonly previous: string | null;
  readonly reportId: number;
  readonly version: number;
  readonly type: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly code: string;
  readonly releasedBy: string;
  readonly releasedAt: string;
  readonly conclusionsSha256: string;
  readonly files: readonly SealedFile[];
  /** Over the readings that its figures were made of. */
  readonly readingsSha256: string;
  readonly layoutSha256: string;
}

/** Beside the files of a report: its readings as digests, in a form that no later version of the program reads otherwise. */
export const digestsFormat = 'digests';
/** Returns whether people download it; the others are kept beside. */
export const isDownloaded = (format: string): boolean => format !== digestsFormat;

export function writeSeal(seal: Seal): { body: string; hash: string } {
  const body = JSON.stringify(seal);
  return { body, hash: sha256(body) };
}

/** Returns the sealed facts, as they were written down. */
export const readSeal = (body: string): Seal => JSON.parse(body) as Seal;

/** Without letters and digits that are mistaken for others when they are read aloud or typed. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 20;
/** 100 random bits, in groups of four: `7K3M-...`. Each letter is one of 32, so no letter comes more often. */
export const newCode = (): string =>
  Array.from(
    randomBytes(codeLength),
    (byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${letters.charAt(byte % 32)}`,
  ).join('');
