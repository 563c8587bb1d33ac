/** The server as a process of its own, the way its user starts it: for the tests that stop, kill and look at it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts the server and waits for its last line; rejects with what it said when it ends first. */
export function startProcess(
  dataDir: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      MQTT_PORT: '0',
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      DEMO_PASSWORD: '',
      ...env,
    },
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^Plumbline is ready at (http:\S+)$/m.exec(printed);
      if (ready) resolve({ child, url: ready[1]!, printed: () => printed, ended });
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', () => reject(new Error(printed)));
  });
}
