/**
 * Runs before `npm start`, `npm test` and the like, under whatever Node the system has, before any package is installed:
 * plain JavaScript, no imports from node_modules. Installs what the lock asks for when it changed, and builds the web
 * app when its sources changed. Does nothing, in a blink, when nothing changed.
 *
 * `--product` leaves out what only developers need (checker, browser driver, test clients), and what the web app is
 * built from where it is built already: in a release it is, and in a clone after the first build. Where everything is
 * installed already, everything stays. `--sql-server` adds the client of SQL Server, from then on. `--no-web` builds nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, extras, leave, served } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const supported = ['linux-x64', 'linux-arm64'];
const platform = `${process.platform}-${process.arch}`;

const say = (line) => process.stdout.write(`${line}\n`);
const fail = (line) => {
  process.stderr.write(`\n${line}\n\n`);
  process.exit(1);
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20)
  fail(
    `Plumbline needs Node.js 20 or newer to begin with; this is ${process.version}. Install it from your system's packages, then run this again.`,
  );
// Where no pinned Node exists for the platform, the one that runs this has to do.
if (!supported.includes(platform) && (major < 24 || (major === 24 && minor < 2))) {
  fail(
    `Install Node.js 24 or newer first: Plumbline brings its own Node only for ${supported.join(' and ')}, and this is ${platform} with ${process.version}.`,
  );
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

const mark = join(root, 'node_modules', '.plumbline-lock');
const extents = ['served', 'built', 'all'];

/** What is installed already: by which lock, how much, and which extras were asked for. */
function installed() {
  const [lock, extent, ...names] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : [];
  return { lock, extent, extras: names };
}

/** By name: npm takes the path of a workspace for all that lie in that folder. */
const nameOf = (workspace) => JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).name;

/** Installs `extent` at least: the packages of what runs, those too that the web app is built from, or all. */
function install(extent) {
  const wanted = hash(
    ['package-lock.json', 'package.json'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n'),
  );
  const before = installed();
  // Whoever develops here once has everything at the next start too, and an extra stays.
  if (before.extent === 'all') extent = 'all';
  const names = Object.keys(extras).filter(
    (name) => before.extras.includes(name) || process.argv.includes(`--${name}`),
  );
  const has = extent === 'all' || names.every((name) => before.extras.includes(name));
  if (before.lock === wanted && extents.indexOf(before.extent) >= extents.indexOf(extent) && has) return;
  say('Installing packages (about a minute the first time) ...');
  const started = Date.now();
  const workspaces = [...(extent === 'served' ? served : built), ...names.map((name) => extras[name])];
  const only = extent === 'all' ? [] : ['--omit=dev', ...workspaces.flatMap((path) => ['--workspace', nameOf(path)])];
  // npm's own list of engines that want a newer Node is noise: they run under the pinned one.
  const { status } = spawnSync('npm', ['ci', ...only, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
  if (extent === 'served') leave(root, workspaces);
  writeFileSync(mark, [wanted, extent, ...names].join(' '));
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Takes away what only the build needed, unless somebody develops here. */
function shrink() {
  const { lock, extent, extras: names } = installed();
  if (extent !== 'built') return;
  leave(root, [...served, ...names.map((name) => extras[name])]);
  writeFileSync(mark, [lock, 'served', ...names].join(' '));
}

/** Every file that the web app is made from, by content: a release brings the app built, and times differ elsewhere. */
function webFingerprint() {
  const made = createHash('sha256');
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== 'dist') walk(path);
      } else if (!entry.name.endsWith('.tsbuildinfo')) made.update(`${path}\n`).update(readFileSync(join(root, path)));
    }
  };
  for (const folder of ['web', 'contract/src', 'science/src']) walk(folder);
  return made.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

function build(fingerprint) {
  say('Building the web app ...');
  const started = Date.now();
  const node = join(root, 'node_modules', '.bin', 'node');
  const { status } = spawnSync(
    existsSync(node) ? node : process.execPath,
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) fail('The web app could not be built; the reason is above.');
  writeFileSync(builtMark, fingerprint);
  say(`Built in ${Math.round((Date.now() - started) / 1000)} s`);
}

const builtMark = join(root, 'web', 'dist', '.fingerprint');
const fingerprint = process.argv.includes('--no-web') ? null : webFingerprint();
const isBuilt = fingerprint === null || (existsSync(builtMark) && readFileSync(builtMark, 'utf8') === fingerprint);
const isProduct = process.argv.includes('--product');

install(isProduct ? (isBuilt ? 'served' : 'built') : 'all');
if (!isBuilt) build(fingerprint);
if (isProduct) shrink();
