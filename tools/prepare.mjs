/**
 * Runs before `npm start`, `npm test` and the like, under whatever Node the system has, before any package is installed:
 * plain JavaScript, no imports from node_modules. Installs what the lock asks for when it changed, and builds the web
 * app when its sources changed. Does nothing, in a blink, when nothing changed. `--product` leaves out what only
 * developers need (checker, browser driver, test clients), unless it is installed already; `--no-web` builds nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

function install() {
  const mark = join(root, 'node_modules', '.plumbline-lock');
  const wanted = hash(
    ['package-lock.json', 'package.json'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n'),
  );
  const product = process.argv.includes('--product');
  const [installed, extent] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : [];
  if (installed === wanted && (product || extent === 'all')) return;
  say('Installing packages (about a minute the first time) ...');
  const started = Date.now();
  // npm's own list of engines that want a newer Node is noise: they run under the pinned one.
  const omit = product && extent !== 'all' ? ['--omit=dev'] : [];
  const { status } = spawnSync('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
  writeFileSync(mark, `${wanted} ${omit.length > 0 ? 'product' : 'all'}`);
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Every file that the web app is made from, with its time and size: enough to see a change, quick to read. */
function webFingerprint() {
  const lines = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== 'dist') walk(path);
      } else {
        const { mtimeMs, size } = statSync(path);
        lines.push(`${path.slice(root.length)} ${mtimeMs} ${size}`);
      }
    }
  };
  for (const folder of ['web', 'contract/src', 'science/src']) walk(join(root, folder));
  return hash([...lines, readFileSync(join(root, 'package-lock.json'), 'utf8')].join('\n'));
}

function build() {
  const mark = join(root, 'web', 'dist', '.fingerprint');
  const wanted = webFingerprint();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
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
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
  say(`Built in ${Math.round((Date.now() - started) / 1000)} s`);
}

install();
if (!process.argv.includes('--no-web')) build();
