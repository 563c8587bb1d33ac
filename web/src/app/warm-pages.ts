import { allPages, isOfProject } from './pages.ts';

/**
 * Fetches the files of a project's pages while the browser has nothing else to do, one after the other, so that a click
 * on the menu waits for data alone. Not where the connection counts bytes.
 */
export function warmPages(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  const left = allPages.filter(isOfProject);
  let stopped = false;
  const next = (): void => {
    const page = stopped ? undefined : left.shift();
    // What cannot be fetched now is asked for, and said, when it is opened.
    if (page) void page.load().then(idle, () => undefined);
  };
  const idle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: 5_000 });
    else setTimeout(next, 200);
  };
  const timer = setTimeout(idle, 500);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
