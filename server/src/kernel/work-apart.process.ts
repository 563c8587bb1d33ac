/** The other side of `workApart`: does the work that this process was begun for, and says what came of it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ApartNote } from './work-apart.ts';

export type Report = (done: number, total: number) => void;

/** What throws at once fails as what throws later. */
const begun = async (act: () => unknown): Promise<unknown> => await act();

export function doWork<I>(work: (input: I, say: Report) => unknown): void {
  const send = (note: ApartNote): void => void process.send?.(note);
  process.once('message', ({ input }: { readonly input: I }) => {
    void begun(() => work(input, (done, total) => send({ done, total }))).then(
      (result) => send({ result }),
      (error: unknown) => {
        if (error instanceof Failure) send({ failure: error.name, detail: error.detail });
        else send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      },
    );
  });
  // Whoever asked is gone.
  process.once('disconnect', () => process.exit());
}
