/**
 * Writes the files of a report in a process of its own. Not in a thread: the printer is native code, and a thread that ends after
 * loading it without printing takes the whole process with it (seen: segmentation fault, docs/decisions/0089). Invariant: whatever
 * becomes of that process, the server goes on.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Language } from '@plumbline/contract/kernel/constants';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import type { CoverFacts } from '../../excel-covers/excel-covers.api.ts';
import type { DocumentTags } from '../../word/word.api.ts';
import type { DrawnPages, ReportAnswer, ReportFile, ReportWork } from './write-report.ts';

type Message =
  | { readonly answer: ReportAnswer }
  | { readonly failure: { readonly name: ErrorName; readonly detail: unknown } }
  | { readonly error: string };
const heapMb: Readonly<Record<ReportWork['work'], number>> = {
  files: 2048,
  pages: 512,
  checkWord: 256,
  checkCover: 256,
  exampleWord: 256,
};

/** Throws Error where it could not be written, or where `signal` stopped it; a Failure where it is more than a file bears. */
export const writeApart = (
  work: { readonly content: ReportContent; readonly formats: readonly ReportFile['format'][] },
  signal: AbortSignal,
): Promise<ReportFile[]> => answerApart({ work: 'files', ...work }, signal) as Promise<ReportFile[]>;

/** The pages of a report as they would be printed, in one drawing. Throws Error as above. */
export const drawApart = (content: ReportContent, signal: AbortSignal): Promise<DrawnPages> =>
  answerApart({ work: 'pages', content }, signal) as Promise<DrawnPages>;

/** Checks a Word document and returns its tags. Throws fileDamaged, fileEncrypted, wordTooLarge, wordUnsafe, and Error as above. */
export const checkApart = (document: Uint8Array, signal: AbortSignal): Promise<DocumentTags> =>
  answerApart({ work: 'checkWord', document }, signal) as Promise<DocumentTags>;

/** Checks the workbook of a cover and returns what it asks for. Throws fileDamaged, fileEncrypted, coverTooLarge, coverUnfit, and Error as above. */
export const checkCoverApart = (cover: Uint8Array, signal: AbortSignal): Promise<CoverFacts> =>
  answerApart({ work: 'checkCover', cover }, signal) as Promise<CoverFacts>;

/** A Word document to begin with. Throws Error as above. */
export const exampleApart = (language: Language, signal: AbortSignal): Promise<Uint8Array> =>
  answerApart({ work: 'exampleWord', language }, signal) as Promise<Uint8Array>;

async function answerApart(work: ReportWork, signal: AbortSignal): Promise<ReportAnswer> {
  const child = fork(fileURLToPath(new URL('./write-report.process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb[work.work]}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  try {
    const message = await new Promise<Message>((resolve, reject) => {
      child.once('message', (answer) => resolve(answer as Message));
      child.once('error', reject);
      child.once('exit', (code, by) => reject(new Error(`the writer of a report ended by itself: ${code ?? by}`)));
      child.send(work);
    });
    if ('failure' in message) throw new Failure(message.failure.name, message.failure.detail);
    if ('error' in message) throw new Error(message.error);
    return message.answer;
  } finally {
    child.kill('SIGKILL');
  }
}
