/** The command blocks of "Connect a device", run one after another as a reader pastes them, on a fresh demonstration. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startProcess } from './process.ts';

const root = join(import.meta.dirname, '../..');

/** The shell blocks of a page, but for those that need programs of a system. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('curl') && !block.includes('mosquitto'));
}

function run(script: string, env: Record<string, string>): Promise<string> {
  const child = spawn('sh', ['-e'], { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stdin.end(script);
  return new Promise((resolve) => child.once('exit', () => resolve(printed)));
}

test('README, then the page about connecting a device, end with a stored reading', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-guide-'));
  chmodSync(folder, 0o711);
  const password = 'Guide-2026';
  const server = await startProcess(join(folder, 'data'), [], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
  try {
    const blocks = [...blocksOf('README.md'), ...blocksOf('docs/guide/telemetry/connect-a-device.md')];
    assert.ok(blocks.length >= 4, String(blocks.length));
    const printed = await run(blocks.join('\necho; sleep 1\n').replaceAll('http://127.0.0.1:8080', server.url), {
      PASSWORD: password,
    });
    assert.match(printed, /"stored":0,.*"unbound":1/, `README: ${printed}`);
    assert.match(printed, /"stored":1,"unchanged":0,"overwritten":0,"unbound":1/, `connect-a-device: ${printed}`);
    assert.doesNotMatch(printed, /"error":"/, printed);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
