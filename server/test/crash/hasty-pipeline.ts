/** The fault that the crash test must find: `accept` of the real pipeline, which answers before anything is stored. */
import { openPipeline as openReal, type Pipeline } from '../../src/pipeline/pipeline.ts';

export function openPipeline(...options: Parameters<typeof openReal>): Pipeline {
  const real = openReal(...options);
  return {
    get queued() {
      return real.queued;
    },
    async accept(device, text) {
      real.accept(device, text).catch(() => undefined);
      return {
        stored: 1,
        unchanged: 0,
        overwritten: 0,
        unbound: 0,
        empty: 0,
        deferred: 0,
        refused: [],
        warnings: [],
        voltage: null,
        signal: null,
        latestAt: null,
      };
    },
    state: () => real.state(),
    close: () => real.close(),
  };
}
