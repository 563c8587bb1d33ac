/**
 * `npm run check`: types, lint and format, import rules, table owners, order of reads and pages,
 * dead exports, plain names and comments, lengths of functions, sizes of features, mechanisms in place of what is
 * written by hand. Every step runs whatever the others found; what
 * failed is shown whole. Exits 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The pinned Node, whichever one runs this: the rules are written in TypeScript.
const bin = (name) => join(root, 'node_modules', '.bin', name);
const rules = join(root, 'tools', 'rules', 'main.ts');
const types = (folder) => [`types ${folder}`, bin('tsc'), '-p', folder];

const steps = [
  ...['contract', 'science', 'server', 'web', 'tools', 'e2e'].map(types),
  ['lint and format', bin('biome'), 'check', '--diagnostic-level=error', '--max-diagnostics=60', '--colors=off'],
  ['import rules', bin('node'), rules, 'imports'],
  ['table owners', bin('node'), rules, 'owners'],
  ['order of reads and pages', bin('node'), rules, 'order'],
  ['dead exports', bin('node'), rules, 'exports'],
  ['plain names', bin('node'), rules, 'names'],
  ['plain comments', bin('node'), rules, 'comments'],
  ['lengths of functions', bin('node'), rules, 'lengths'],
  ['sizes of features', bin('node'), rules, 'sizes'],
  ['mechanisms', bin('node'), rules, 'mechanisms'],
];

/** Runs one step to its end; gives what it printed and how it ended. */
const run = ([name, command, ...args]) =>
  new Promise((done) => {
    const started = Date.now();
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const end = (ok) => done({ name, ok, output, seconds: (Date.now() - started) / 1000 });
    child.on('error', (error) => {
      take(`${error.message}\n`);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });

const failed = [];
for (const step of steps) {
  const { name, ok, output, seconds } = await run(step);
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(5)} s  ${name}\n`);
  if (ok) continue;
  failed.push(name);
  process.stdout.write(`${output.trimEnd()}\n\n`);
}
process.stdout.write(failed.length ? `check failed: ${failed.join(', ')}\n` : 'check passed\n');
process.exitCode = failed.length ? 1 : 0;
