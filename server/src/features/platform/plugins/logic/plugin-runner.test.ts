/** A plug-in that misbehaves: what it may reach, and what becomes of a crash, a hang, a memory bomb, a flood. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { packageOf, publishers } from '../../../../../test/plugins.fixtures.ts';
import { waitUntil } from '../../../../../test/wait-until.ts';
import { openPackage } from './plugin-package.ts';
import { PluginFault } from './plugin-process.ts';
import { PluginRunner, type RunnerLimits, runnerLimits } from './plugin-runner.ts';

const open: PluginRunner[] = [];
after(() => {
  for (const runner of open) runner.close();
});
function runnerOf(main: string, limits: Partial<RunnerLimits> = {}, files: Record<string, string> = {}): PluginRunner {
  const opened = openPackage('bad.plugin', Buffer.from(packageOf('bad', main, { files })), publishers);
  assert.ok(!('fault' in opened));
  const runner = new PluginRunner(opened, () => new Date(), { ...runnerLimits, restMs: 1, ...limits });
  open.push(runner);
  return runner;
}
const codec = (body: string, before = '') => `${before}\nexport const codecs = { c: (input) => { ${body} } };`;
const call = (runner: PluginRunner, input: unknown = {}, ms = 5_000, name = 'c') =>
  runner.call({ list: 'codecs', name, part: '', input: JSON.stringify(input) }, ms);
const rested = (runner: PluginRunner) =>
  waitUntil(async () => (await runner.facts()).state === 'idle', 'it has rested after its crash');
const faultOf = async (made: Promise<unknown>): Promise<string> => {
  try {
    await made;
    return 'none';
  } catch (error) {
    assert.ok(error instanceof PluginFault, String(error));
    return error.fault;
  }
};

test('a call is answered; modules of the package import each other, and nothing else', async () => {
  const runner = runnerOf(
    "import { two } from './two.mjs';\nexport const codecs = { c: ({ x }) => ({ y: x * two }) };",
    {},
    {
      'two.mjs': 'export const two = 2;',
    },
  );
  assert.deepEqual(JSON.parse(await call(runner, { x: 21 })), { y: 42 });
  assert.equal((await runner.facts()).state, 'running');
  for (const module of ['node:fs', 'node:net', 'node:child_process', '../draw.ts', './gone.mjs'])
    assert.equal(await faultOf(call(runnerOf(`import x from '${module}';\n${codec('return {}')}`))), 'crashed', module);
});

test('its world holds the language and nothing of the server', async () => {
  const names = [
    'process',
    'require',
    'fetch',
    'WebSocket',
    'setTimeout',
    'queueMicrotask',
    'console',
    'Buffer',
    'URL',
  ];
  const shared = [
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'navigator',
    'structuredClone',
    'performance',
    'crypto',
  ];
  const runner = runnerOf(codec('return input.map((name) => typeof globalThis[name]);'));
  const types = JSON.parse(await call(runner, [...names, ...shared])) as string[];
  assert.deepEqual(new Set(types), new Set(['undefined']));
  const tries = [
    "return new Function('return process')()",
    "return eval('1')",
    "return globalThis.constructor.constructor('return process')()",
    "return (() => {}).constructor('return process')()",
    "try { null.x } catch (error) { return error.constructor.constructor('return process')() }",
    "Error.prepareStackTrace = (_, sites) => sites; const sites = new Error().stack; return sites.map((site) => String(site.getThis()) + String(site.getFunction())).join().includes('process') ? 1 : nothing",
  ];
  for (const body of tries) assert.equal(await faultOf(call(runnerOf(codec(body)))), 'failed', body);
  // What is imported as code goes runs does not come either.
  const late = runnerOf(codec("return import('node:fs').then(() => 1)"));
  assert.equal(await call(late), '{}', 'a promise is no answer');
});

test('what it replaces in its own world is not what it is called by', async () => {
  const bad = 'JSON.parse = () => ({ x: 1e9 }); JSON.stringify = () => "evil"; Object.hasOwn = () => true;';
  assert.deepEqual(JSON.parse(await call(runnerOf(codec('return { y: input.x }', bad), {}), { x: 1 })), { y: 1 });
  assert.equal(await faultOf(call(runnerOf(codec('return 1')), {}, 5_000, '__proto__')), 'failed');
  assert.equal(await faultOf(call(runnerOf(codec("throw new Error('no')")))), 'failed');
  assert.equal(await faultOf(call(runnerOf(codec('throw { get message() { throw 1 } }')))), 'failed');
  assert.equal(await faultOf(call(runnerOf(codec('return { toJSON() { throw 1 } }')))), 'failed');
});

test('a hang is ended in time, and the next call finds another process', async () => {
  const runner = runnerOf(codec('if (input.hang) for (;;); return 1'));
  await call(runner);
  assert.equal(await faultOf(call(runner, { hang: true }, 300)), 'tooSlow');
  await rested(runner);
  assert.equal(await call(runner), '1');
  const { calls, failures, crashes, lastFault } = await runner.facts();
  assert.deepEqual([calls, failures, crashes, lastFault], [3, 1, 1, 'tooSlow']);
  // One that hangs while it is loaded is ended too.
  assert.equal(await faultOf(call(runnerOf(`for (;;);\n${codec('return 1')}`, { startMs: 700 }))), 'tooSlow');
  // One that goes on after its answer is found out by the next call.
  const after = runnerOf(
    codec('Promise.resolve().then(function again() { return Promise.resolve().then(again); }); return 1'),
  );
  assert.equal(await call(after), '1');
  assert.equal(await faultOf(call(after, {}, 300)), 'tooSlow');
});

test('memory has a bound, in the heap and beside it', {
  skip: process.platform !== 'linux' && 'memory of processes is read from /proc',
}, async () => {
  const heap = runnerOf(codec('const all = []; for (;;) all.push(new Array(1000).fill(all.length));'), { heapMb: 32 });
  assert.match(await faultOf(call(heap, {}, 20_000)), /crashed|tooMuchMemory/);
  const beside = runnerOf(codec('const all = []; for (;;) all.push(new Uint8Array(4_000_000).fill(1));'));
  assert.match(await faultOf(call(beside, {}, 20_000)), /crashed|tooMuchMemory/);
});

test('a flood is cut off where it begins', async () => {
  const runner = runnerOf(codec("return 'x'.repeat(9_000_000)"));
  assert.equal(await faultOf(call(runner)), 'tooLong');
  const long = runnerOf(codec("throw new Error('x'.repeat(50_000_000))"));
  assert.equal(await faultOf(call(long)), 'tooLong');
  assert.ok((await long.facts()).lastDetail.length <= 300);
});

test('one that crashes rests longer each time, and is left alone when it crashes often', async (t) => {
  const runner = runnerOf(codec('for (;;);'), { restMs: 10_000, crashes: 2 });
  assert.equal(await faultOf(call(runner, {}, 100)), 'tooSlow');
  // Nothing but the call's own end of 10 minutes would end it if it waited.
  assert.equal(await faultOf(call(runner, {}, 600_000)), 'resting');
  assert.equal((await runner.facts()).state, 'resting');
  const often = runnerOf(codec('for (;;);'), { restMs: 1, crashes: 2, brokenMs: 60_000 });
  assert.equal(await faultOf(call(often, {}, 100)), 'tooSlow');
  await rested(often);
  assert.equal(await faultOf(call(often, {}, 100)), 'tooSlow');
  // Almost a minute later, for which it is left alone.
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 50_000);
  assert.equal(await faultOf(call(often, {}, 100)), 'resting');
  assert.equal((await often.facts()).state, 'broken');
});

test('more than may wait are refused at once, and those of a closed one', async () => {
  const runner = runnerOf(codec('return 1'), { waiting: 2 });
  const calls = [call(runner), call(runner), call(runner)].map(faultOf);
  assert.deepEqual(await Promise.all(calls), ['none', 'none', 'busy']);
  runner.close();
  assert.equal(await faultOf(call(runner)), 'off');
});

test('one that is closed while it runs ends its call by name, as switched off', async () => {
  const runner = runnerOf(codec('for (;;);'));
  const running = faultOf(call(runner, {}, 5_000));
  await new Promise((resolve) => setImmediate(resolve));
  runner.close();
  assert.equal(await running, 'off');
});
