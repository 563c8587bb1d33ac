/** A running installation with a browser in front of it: what every journey begins with and leaves nothing of. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, startProcess } from '../server/test/process.ts';
import { launch, type Opened } from './chromium.ts';

export interface Site {
  readonly server: Running;
  readonly opened: Opened;
  readonly close: () => Promise<void>;
}

export async function openSite(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'));
  // Run as root, PostgreSQL is another user and must be able to pass.
  chmodSync(folder, 0o711);
  const server = await startProcess(join(folder, 'data'), args, env);
  const opened = await launch();
  opened.page.setDefaultTimeout(20_000);
  return {
    server,
    opened,
    async close() {
      await opened.close();
      server.child.kill('SIGTERM');
      await server.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
