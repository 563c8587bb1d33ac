/**
 * The packages that an installation needs: everything that the server runs on, and nothing that only the web app is built
 * from. Read by prepare.mjs before any package is installed: plain JavaScript, no imports from node_modules.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Workspaces that run. */
export const served = ['contract', 'science', 'server', 'tools'];
/** Workspaces that the web app is built from besides. */
export const built = [...served, 'web'];
/** Workspaces that an installation asks for by name (`prepare.mjs --sql-server`). */
export const extras = { 'sql-server': 'server/sql-server' };

/** Parts of packages that nothing here reads: weights of a face that no page is set in, and headers for C++ add-ons. */
export const unread = [
  ...['100Thin', '200ExtraLight', '300Light', '500Medium', '600SemiBold', '800ExtraBold', '900Black'].map(
    (weight) => `node_modules/@expo-google-fonts/noto-sans-sc/${weight}`,
  ),
  ...['x64', 'arm64'].map((processor) => `node_modules/node-linux-${processor}/include`),
];

export const readLock = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Where a package is taken from that `path` of the lock asks for: the nearest node_modules above it. */
function find(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (at === '') return null;
  }
}

/** Paths of the lock that these workspaces need, without what only their developers do. */
export function packagesOf(packages, workspaces) {
  const needed = new Set();
  const visit = (path) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = find(packages, path, name);
      if (found === null || needed.has(found)) continue;
      needed.add(found);
      visit(packages[found].link ? packages[found].resolved : found);
    }
  };
  for (const workspace of workspaces) visit(workspace);
  return needed;
}

/** Takes away the packages that none of these workspaces needs, and what nothing reads of those that stay. */
export function leave(root, workspaces) {
  const packages = readLock(root);
  const needed = packagesOf(packages, workspaces);
  const gone = Object.keys(packages).filter((path) => path.includes('node_modules/') && !needed.has(path));
  for (const path of [...gone, ...unread]) rmSync(join(root, path), { recursive: true, force: true });
  const programs = join(root, 'node_modules', '.bin');
  for (const name of readdirSync(programs)) if (!existsSync(join(programs, name))) rmSync(join(programs, name));
  // npm believes this list before it believes the folder.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
}

/** Megabytes on the disk of the packages that these workspaces need, as they are installed. */
export function megabytesOf(root, workspaces) {
  let blocks = 0;
  const without = new Set(unread.map((path) => join(root, path)));
  const count = (path) => {
    if (without.has(path)) return;
    const entry = lstatSync(path);
    blocks += entry.blocks;
    if (entry.isDirectory()) for (const name of readdirSync(path)) if (name !== 'node_modules') count(join(path, name));
  };
  for (const path of packagesOf(readLock(root), workspaces)) {
    const folder = join(root, path);
    if (existsSync(folder)) count(folder);
  }
  return Math.round((blocks * 512) / 1024 / 1024);
}
