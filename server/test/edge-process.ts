/** A process of its own that is an edge, on a folder of its own; killed when the tests of its file are over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

export interface EdgeProcess {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly dialInPort: number;
  readonly dialInUdpPort: number;
  kill(): Promise<void>;
}

export async function startEdgeProcess(env: Record<string, string>, folder = newFolder()): Promise<EdgeProcess> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      MQTT_PORT: '0',
      DIAL_IN_PORT: '0',
      DIAL_IN_UDP_PORT: '0',
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      ROLES: 'gateway',
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  after(() => void child.kill('SIGKILL'));
  const printed = await printedBy(child);
  const port = (words: string) => Number(new RegExp(`${words} on port (\\d+)`).exec(printed)?.[1] ?? 0);
  return {
    httpPort: port('HTTP'),
    mqttPort: port('MQTT'),
    dialInPort: port('loggers that dial in'),
    dialInUdpPort: port('over UDP'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What it has printed once it is ready. */
async function printedBy(child: ChildProcess): Promise<string> {
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  for (const end = performance.now() + 60_000; !printed.includes('ready as an edge'); await wait(50))
    if (performance.now() > end) throw new Error(`the edge did not start: ${printed}`);
  return printed;
}
