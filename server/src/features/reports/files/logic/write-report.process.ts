/** The process that the files of one report are written in: one message in, one out. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type ReportWork, writeReport } from './write-report.ts';

process.once('message', (work: ReportWork) => {
  void writeReport(work).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) =>
      process.send?.(
        error instanceof Failure
          ? { failure: { name: error.name, detail: error.detail } }
          : { error: error instanceof Error ? error.stack : String(error) },
      ),
  );
});
// Whoever asked is gone: nobody waits for the files.
process.once('disconnect', () => process.exit());
