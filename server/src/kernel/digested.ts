/** Uploads that are known again by what they hold. */
import { createHash } from 'node:crypto';
import type { Context } from './context.ts';
import type { Upload } from './upload.ts';

/** The bytes as they come, counted and digested on their way. `digest` is asked for once they are all there. */
export function digested(upload: Upload) {
  const hash = createHash('sha256');
  const progress = { bytes: 0 };
  let text: string | null = null;
  async function* stream() {
    for await (const chunk of upload.stream as AsyncIterable<Buffer>) {
      progress.bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const digest = (): string => {
    text ??= hash.digest('hex');
    return text;
  };
  return { stream: stream(), progress, digest };
}

/** Takes a stored file away that nothing came to name, even where the request fails. */
export function forgetFile({ regardless, services }: Pick<Context, 'regardless' | 'services'>, fileId: string): void {
  regardless(async (pool) => {
    const acts: (() => void | Promise<void>)[] = [];
    await services.files.remove({ db: pool, after: (act) => void acts.push(act) }, fileId);
    for (const act of acts) await act();
  });
}
