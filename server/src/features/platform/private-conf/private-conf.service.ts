/**
 * Settings of the installation that may change while it runs, as its operator sees and sets them. Invariant: no secret is
 * answered; nobody shuts themselves out by a list of hosts without the name by which they came.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type privateConf, type RuntimeName, runtimeNames } from '@plumbline/contract/platform/private-conf';
import { hostProblem, outboundProblem } from '../../../kernel/config.checks.ts';
import { isLoopback } from '../../../kernel/config.ts';
import type { Context } from '../../../kernel/context.ts';
import {
  environmentOf,
  forgetSetting,
  storedSettings,
  storeSetting,
  valuesOf,
} from '../../../kernel/runtime-settings.ts';

type Input<K extends keyof typeof privateConf> = OutputOf<(typeof privateConf)[K]['input']>;

export async function get({ db, services: { config } }: Context) {
  const stored = new Map((await storedSettings(db)).map((each) => [each.name, each]));
  const { simQueryToken, metricsToken, ...values } = valuesOf(config);
  const markOf = (name: RuntimeName, inForce: string) => {
    const own = stored.get(name);
    return { isSet: own ? own.value !== '' : inForce !== '', changedAt: own?.changedAt.toISOString() ?? null };
  };
  return {
    values: {
      ...values,
      simQueryToken: markOf('simQueryToken', simQueryToken),
      metricsToken: markOf('metricsToken', metricsToken),
    },
    sources: runtimeNames.map((setting) => ({
      setting,
      isOwn: stored.has(setting),
      byName: stored.get(setting)?.byName ?? null,
      changedAt: stored.get(setting)?.changedAt.toISOString() ?? null,
    })),
  };
}

/** Throws badInput for what the schema alone cannot tell. */
export async function update(context: Context, changes: Input<'update'>) {
  const { db, caller, now, services, changed } = context;
  refuseWrong(context, changes);
  await refuseOtherServer(context, changes);
  for (const name of runtimeNames) {
    const value = changes[name];
    if (value === undefined) continue;
    await storeSetting(db, services.secrets, {
      name,
      value,
      at: now(),
      by: { id: caller.accountId, name: caller.displayName },
    });
  }
  await changed({ kind: 'settings' });
  return {};
}

export async function reset(context: Context, { setting }: Input<'reset'>) {
  if (setting === 'hosts') refuseLockout(context, environmentOf(context.services.config).hosts);
  await forgetSetting(context.db, setting);
  // The token that was set here goes with its address.
  if (setting === 'simQueryUrl') await forgetSetting(context.db, 'simQueryToken');
  await context.changed({ kind: 'settings' });
  return {};
}

function refuseWrong(context: Context, { outboundAllow = [], hosts = [] }: Input<'update'>): void {
  outboundAllow.forEach((entry, i) => {
    if (outboundProblem(entry) !== null) refuse(`outboundAllow.${i}`, 'outboundTarget');
  });
  hosts.forEach((entry, i) => {
    if (hostProblem(entry) !== null) refuse(`hosts.${i}`, 'host');
  });
  if (hosts.length > 0) refuseLockout(context, hosts);
}

/** A token that was stored is not handed to another server unless it is typed again. */
async function refuseOtherServer({ db, services: { config } }: Context, changes: Input<'update'>): Promise<void> {
  const { simQueryUrl, simQueryToken } = changes;
  if (!simQueryUrl || simQueryToken !== undefined) return;
  const stored = await storedSettings(db);
  const token = stored.find(({ name }) => name === 'simQueryToken');
  const before = valuesOf(config).simQueryUrl;
  const isSame = before !== '' && new URL(before).origin === new URL(simQueryUrl).origin;
  if (token && token.value !== '' && !isSame) refuse('simQueryToken', 'typeAgain');
}

function refuse(path: string, message: string): never {
  throw new Failure('badInput', [{ path, message }]);
}

/** The name by which the request came must stay one of ours. */
function refuseLockout({ host, services: { config } }: Context, hosts: readonly string[]): void {
  const names = [...hosts, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])];
  const isOurs = names.some((name) => name.toLowerCase() === host) || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
  if (hosts.length > 0 && !isOurs) refuse('hosts', 'hostsWithoutOwn');
}
