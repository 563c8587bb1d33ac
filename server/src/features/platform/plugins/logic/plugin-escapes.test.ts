/**
 * Ways out of the world of a plug-in, each tried in a process of its own. `leaks` = something of the other world was in its hands;
 * `escapes` = it led to the process. The first is to be nowhere but where the language itself hands it over; the second nowhere.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { packageOf, publishers } from '../../../../../test/plugins.fixtures.ts';
import { type Confinement, confinementFor } from './plugin-confinement.ts';
import { openPackage } from './plugin-package.ts';
import { PluginFault, PluginProcess } from './plugin-process.ts';

/** Runs the body of a module that may call `look` with whatever it got hold of; gives what came of it. */
async function attempt(body: string): Promise<string> {
  const main = `
    const found = { leaks: false, escapes: false };
    const codes = ['return process', 'return this.process', 'return 1'];
    const look = (value) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      const isForeign = !(value instanceof Object) && Object.getPrototypeOf(value) !== null;
      if (isForeign) found.leaks = true;
      const makers = [value.constructor?.constructor, value.constructor, Object.getPrototypeOf(value)?.constructor?.constructor];
      for (const make of makers)
        for (const code of codes) {
          try {
            const reached = make(code)();
            // Code that is made of text is a way out, whatever it finds.
            if (reached === 1 || (reached && typeof reached.pid === 'number')) found.escapes = true;
          } catch {}
        }
      // What is shared by the whole other world must not be changed either: its own functions would meet it.
      if (isForeign) {
        for (let proto = Object.getPrototypeOf(value); proto !== null; proto = Object.getPrototypeOf(proto))
          for (const name of ['toString', 'then', 'constructor', 'planted']) {
            try {
              if (Reflect.set(proto, name, () => 1, proto)) found.escapes = true;
            } catch {}
          }
      }
    };
    ${body}
    export const codecs = { c: () => found };`;
  const opened = openPackage('bad.plugin', Buffer.from(packageOf('bad', main, { files: {} })), publishers);
  assert.ok(!('fault' in opened));
  const child = new PluginProcess({ entry: opened.manifest.entry, files: opened.files });
  try {
    const found = JSON.parse(await child.call({ list: 'codecs', name: 'c', part: '', input: '{}' }, 5_000));
    return found.escapes ? 'escapes' : found.leaks ? 'leaks' : 'nothing';
  } catch (error) {
    assert.ok(error instanceof PluginFault, String(error));
    return error.fault;
  } finally {
    child.end();
  }
}

/** By what is tried, and what comes of it at most. */
const attempts: Readonly<Record<string, readonly [body: string, outcome: string]>> = {
  'the error of a dynamic import': ["try { await import('x') } catch (error) { look(error) }", 'nothing'],
  'its promise': ["const made = import('x'); made.catch(() => 1); look(made); look(made.then)", 'nothing'],
  'one with attributes': [
    "try { await import('x', { with: { type: 'json' } }) } catch (error) { look(error) }",
    'nothing',
  ],
  'one with attributes that nobody knows': [
    "try { await import('x', { with: { planted: 'y' } }) } catch (error) { look(error) }",
    'nothing',
  ],
  'one of a module that it has itself': [
    "try { look(await import('./main.mjs')) } catch (error) { look(error) }",
    'nothing',
  ],
  'one whose name throws': [
    'try { await import({ toString() { throw new Error() } }) } catch (error) { look(error) }',
    'nothing',
  ],
  'one whose name is no text': ['try { await import(Symbol()) } catch (error) { look(error) }', 'nothing'],
  'a then on what this side resolves': [
    'Function.prototype.then = function (resolve, reject) { look(resolve); look(reject); resolve(this) };',
    'nothing',
  ],
  'a then of the module': ['export function then(resolve) { look(resolve); resolve({}) }', 'nothing'],
  'the frames of an error': [
    'Error.prepareStackTrace = (_, sites) => { look(sites); for (const site of sites) { look(site); look(site.getThis()); look(site.getFunction()); } return "" }; new Error().stack;',
    'nothing',
  ],
  'functions that make functions': [
    'for (const each of [async () => 1, function* () {}, async function* () {}]) look(each);',
    'nothing',
  ],
  'what knows the module': ['look(import.meta); look(Object.getPrototypeOf(import.meta));', 'nothing'],
  'what is global': ['look(globalThis); look(Object.getPrototypeOf(globalThis));', 'nothing'],
};
for (const [name, [body, outcome]] of Object.entries(attempts))
  test(`no way out: ${name}`, async () => assert.equal(await attempt(body), outcome));

test('where the stack ends, an error of the other world may come in, and leads to nothing', async () => {
  const outcome = await attempt(`
    let made = [];
    const deep = () => {
      try { deep() } catch (error) { look(error) }
      made.push(import('x'));
    };
    try { deep() } catch {}
    for (const each of made) try { await each } catch (error) { look(error) }
  `);
  assert.match(outcome, /^(nothing|leaks|crashed)$/);
});

test('what is thrown beside an answer is not looked at by this side', async () => {
  const hostile = `const evil = { [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) { look(inspect); look(options); return '' },
    get stack() { return look.caller }, get message() { return '' } };`;
  assert.match(await attempt(`${hostile} Promise.reject(evil);`), /^(nothing|crashed)$/);
  assert.match(await attempt(`${hostile} throw evil;`), /^(nothing|crashed)$/);
});

/** A program that stands in for a plug-in which has left its world: what the system still keeps it from. */
async function outcomeConfined({ command, before }: Confinement, code: string): Promise<number | null> {
  const args = [...before, '--permission', '-e', code];
  const child = spawn(command, args, { stdio: 'ignore', env: {}, cwd: '/' });
  return await new Promise((resolve) => child.once('exit', resolve));
}

test('beneath its world, where the system gives it, there is no network and no process of the server', async (t) => {
  const best = await confinementFor(['-e', '0']);
  t.diagnostic(`network taken away: ${best.network}, user of its own: ${best.user}`);
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const connect = `require('node:net').connect(${address.port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(7))`;
  const open: Confinement = { network: false, user: false, command: process.execPath, before: [] };
  assert.equal(await outcomeConfined(open, connect), 0, 'this port is there');
  assert.equal(await outcomeConfined(best, connect), best.network ? 7 : 0);
  const signal = `try { process.kill(${process.pid}, 0); process.exit(0) } catch { process.exit(7) }`;
  assert.equal(await outcomeConfined(open, signal), 0);
  assert.equal(await outcomeConfined(best, signal), best.user ? 7 : 0);
});
