import { loadWords } from '../kernel/language.ts';
import { queryClient } from '../kernel/queries.ts';
import { pageFiles } from './page-files.ts';
import { allPages, isOfProject } from './pages.ts';

/** The first drawing of a page asks for more than the page itself knows: charts, maps, fonts. */
const idleMs = 2_000;

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches what Home needs while somebody types a password. What fails is asked for again when it is opened. */
export function warmHome(): void {
  if (savesData()) return;
  setTimeout(() => void Promise.allSettled([loadWords(), pageFiles.Home()]), idleMs);
}

/**
 * Fetches the files of a project's pages and of their parts while the browser has nothing else to do, one after the other, so
 * that a click on the menu, or on a view of a point, waits for data alone. Not where the connection counts bytes, and never while the page in sight still asks for
 * something: over a slow network that would come later for it.
 */
export function warmPages(): () => void {
  if (savesData()) return () => undefined;
  const left: (() => Promise<unknown>)[] = allPages.filter(isOfProject).map(({ name }) => async () => {
    const { parts = [] } = await pageFiles[name]();
    left.unshift(...parts);
  });
  let stopped = false;
  const next = (): void => {
    if (!stopped && queryClient.isFetching() > 0) {
      later();
      return;
    }
    const load = stopped ? undefined : left.shift();
    // What cannot be fetched now is asked for, and said, when it is opened.
    if (load) void load().then(idle, () => undefined);
  };
  const idle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: 5_000 });
    else setTimeout(next, 200);
  };
  const later = (): void => {
    timer = setTimeout(idle, idleMs);
  };
  let timer = setTimeout(idle, idleMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
