/**
 * Test files in one process, one after the other: each is a suite of its own, with its own hooks, and the next is not
 * imported before the last has ended. Node's `--test-isolation=none` would run the hooks of every file around each test.
 */
import { after, describe, test } from 'node:test';

/** What a file left running (a timer, a server) ends with its process; without this the whole run would wait for it. */
const leftRunningMs = 60_000;

type Settings = Readonly<Record<string, string>>;
type TestFile = readonly [path: string, load: () => Promise<unknown>, settings?: Settings];

/** Sets what the environment does not set yet; returns how to put it back. */
function setLengths(settings: Settings): () => void {
  const added = Object.entries(settings).filter(([name]) => process.env[name] === undefined);
  for (const [name, value] of added) process.env[name] = value;
  return () => {
    for (const [name] of added) delete process.env[name];
  };
}

/** Runs the files, each given by its path, its import and the settings of its length. */
export async function runTogether(files: readonly TestFile[]) {
  for (const [path, load, settings = {}] of files)
    await new Promise<void>((done) => {
      describe(path, async () => {
        const unset = setLengths(settings);
        after(() => {
          unset();
          done();
        });
        try {
          await load();
        } catch (error) {
          // A suite that fails counts as nothing in the runner's closing lines; a test that fails is seen.
          test('can be imported', () => {
            throw error;
          });
        }
      });
    });
  setTimeout(() => {
    process.stderr.write(`Still running after ${files.at(-1)?.[0]}: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit();
  }, leftRunningMs).unref();
}
