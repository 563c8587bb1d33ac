/**
 * Writes the files of a report in a process of its own. Not in a thread: the printer is native code, and a thread that ends after
 * loading it without printing takes the whole process with it (seen: segmentation fault, docs/decisions/0089). Invariant: whatever
 * becomes of that process, the server goes on.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReportFile, ReportWork } from './write-report.ts';

type Answer = { readonly files: ReportFile[] } | { readonly error: string };
const heapMb = 2048;

/** Throws Error where it could not be written, or where `signal` stopped it. */
export async function writeApart(work: ReportWork, signal: AbortSignal): Promise<ReportFile[]> {
  const child = fork(fileURLToPath(new URL('./write-report.process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Answer));
      child.once('error', reject);
      child.once('exit', (code, by) => reject(new Error(`the writer of a report ended by itself: ${code ?? by}`)));
      child.send(work);
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.files;
  } finally {
    child.kill('SIGKILL');
  }
}
