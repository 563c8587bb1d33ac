/**
 * Plug-ins as the operator of the installation sees and switches them. Invariants: on is only what somebody switched on, as
 * the file was that they saw; what is used is not taken away by accident.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Plugin, PluginRun, plugins } from '@plumbline/contract/platform/plugins';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { type FoundPackage, packageOf, packagesIn, removePackage } from './logic/plugin-folder.ts';
import { ending } from './logic/plugin-package.ts';
import { PluginFault } from './plugins.api.ts';
import * as table from './plugins.table.ts';

type Input<K extends keyof typeof plugins> = OutputOf<(typeof plugins)[K]['input']>;

export async function list({ db, services }: Context) {
  const { config } = services;
  await services.plugins.settle();
  const [packages, switches, uses, runs] = await Promise.all([
    packagesIn(config.pluginDir, config.pluginKeys),
    table.switches(db),
    table.uses(db, services.pluginUses),
    table.runs(db),
  ]);
  const about = { switches, uses, runs: Map.groupBy(runs, ({ name }) => name) };
  const present = new Set(packages.map(({ name }) => name));
  const gone = [...new Set([...switches.keys(), ...uses.keys()])].filter((name) => !present.has(name)).sort();
  return {
    folder: config.pluginDir,
    publishers: config.pluginKeys.map(({ name }) => name),
    measuresMemory: process.platform === 'linux',
    plugins: [...packages.map((each) => shownOf(each, about)), ...gone.map((name) => missingOf(name, about))],
  };
}

interface About {
  readonly switches: ReadonlyMap<string, table.Switch>;
  readonly uses: ReadonlyMap<string, table.CountedUses>;
  readonly runs: ReadonlyMap<string, readonly (PluginRun & { readonly name: string })[]>;
}

const commonOf = (name: string, { switches, uses, runs }: About) => {
  const switched = switches.get(name);
  return {
    uses: uses.get(name)?.uses ?? [],
    useCount: uses.get(name)?.count ?? 0,
    runs: (runs.get(name) ?? []).map(({ name: _, ...run }) => run),
    switchedBy: switched?.byName ?? null,
    switchedAt: switched?.changedAt.toISOString() ?? null,
  };
};

function shownOf({ file, name, opened }: FoundPackage, about: About): Plugin {
  const common = { name, file, ...commonOf(name, about) };
  if ('fault' in opened) {
    const { fault, detail } = opened;
    return { ...common, ...nothingKnown(name), state: 'refused', fault, detail };
  }
  const { manifest, publisher, digest } = opened;
  const switched = about.switches.get(name);
  const state = !switched?.enabled ? 'off' : switched.digest === digest ? 'on' : 'changed';
  const { title, description, version, capabilities } = manifest;
  return { ...common, state, fault: null, detail: '', title, description, version, publisher, digest, capabilities };
}

const nothingKnown = (name: string) => ({
  title: name,
  description: '',
  version: null,
  publisher: null,
  digest: null,
  capabilities: [],
});

const missingOf = (name: string, about: About): Plugin => ({
  name,
  file: `${name}${ending}`,
  ...commonOf(name, about),
  ...nothingKnown(name),
  state: 'missing',
  fault: null,
  detail: '',
});

export async function offered({ db, services: { config } }: Context) {
  const switches = await table.switches(db);
  const packages = await packagesIn(config.pluginDir, config.pluginKeys);
  return {
    parts: packages.flatMap(({ name, opened }) => {
      const switched = switches.get(name);
      if ('fault' in opened || !switched?.enabled || switched.digest !== opened.digest) return [];
      const { title, capabilities } = opened.manifest;
      return capabilities.map((capability) => ({ part: `${name}/${capability.name}`, plugin: title, capability }));
    }),
  };
}

/** Throws pluginInUse, with what uses it. */
async function requireUnused({ db, services }: Context, name: string, evenUsed: boolean): Promise<void> {
  if (evenUsed) return;
  const used = (await table.uses(db, services.pluginUses, name)).get(name);
  if (used) throw new Failure('pluginInUse', { uses: used.uses.slice(0, 20), count: used.count });
}

/** Throws notFound, pluginRefused, pluginInUse and changedMeanwhile. */
async function switchPlugin(context: Context, { name, enabled, digest, evenUsed }: Input<'switch'>) {
  const { db, caller, now, services, changed } = context;
  const { pluginDir, pluginKeys } = services.config;
  await table.lock(db, name);
  const before = (await table.switches(db)).get(name);
  const about = { name, enabled, byName: caller.displayName, changedAt: now() };
  if (enabled) {
    const opened = requireRow(await packageOf(pluginDir, name, pluginKeys), { name });
    if ('fault' in opened) throw new Failure('pluginRefused', { fault: opened.fault, detail: opened.detail });
    // What runs is what was looked at.
    if (digest !== undefined && digest !== opened.digest) throw new Failure('changedMeanwhile');
    await table.saveSwitch(db, { ...about, digest: opened.digest });
  } else {
    if (!before) throw new Failure('notFound', { name });
    await requireUnused(context, name, evenUsed);
    await table.saveSwitch(db, { ...about, digest: before.digest });
  }
  await changed({ kind: 'plugin', name });
  return {};
}

export { switchPlugin as switch };

/** Throws notFound and pluginInUse. */
export async function uninstall(context: Context, { name, evenUsed }: Input<'uninstall'>) {
  const { db, services, changed } = context;
  const { pluginDir } = services.config;
  await table.lock(db, name);
  const [wasSwitched, opened] = [
    (await table.switches(db)).has(name),
    await packageOf(pluginDir, name, services.config.pluginKeys),
  ];
  if (!wasSwitched && opened === null) throw new Failure('notFound', { name });
  await requireUnused(context, name, evenUsed);
  await table.removeSwitch(db, name);
  await removePackage(pluginDir, name).catch((error: NodeJS.ErrnoException) => {
    throw new Failure('pluginRefused', { fault: 'unreadable', detail: String(error.code) });
  });
  await changed({ kind: 'plugin', name });
  return {};
}

/** Decodes a message by a codec; what went wrong is part of the answer. */
export async function decode({ services: { plugins } }: Context, { codec, bytes, text, port }: Input<'decode'>) {
  try {
    return { result: await plugins.decode(codec, { bytes, text, port }), fault: null, detail: '' };
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    return { result: null, fault: error.fault, detail: error.message };
  }
}
