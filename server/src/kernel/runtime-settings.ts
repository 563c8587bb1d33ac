/**
 * Settings that may change while the installation runs. What is stored counts, else what the environment says. Invariant:
 * every process goes by what was committed last; a stored value that cannot be read counts as none, and the log says so.
 */

import {
  isSecret,
  type RuntimeName,
  type RuntimeValues,
  runtimeNames,
  runtimeShape,
} from '@plumbline/contract/platform/private-conf';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Config, ConnectedConfig } from './config.ts';
import { type Listener, onChange } from './listen.ts';
import { openSecretBox, type SecretBox } from './secret-box.ts';
import type { Db, Logger } from './transaction.ts';

export interface StoredSetting {
  readonly name: RuntimeName;
  readonly value: unknown;
  readonly byName: string;
  readonly changedAt: Date;
}

/** Returns the stored settings, of the names that this version knows. */
export async function storedSettings(db: Db): Promise<StoredSetting[]> {
  const rows = await db.selectFrom('runtime_setting').selectAll().where('name', 'in', runtimeNames).execute();
  return rows.map(({ name, value, by_name, changed_at }) => ({
    name: name as RuntimeName,
    value,
    byName: by_name,
    changedAt: changed_at,
  }));
}

/** Stores a setting. A secret is sealed. */
export async function storeSetting(
  db: Db,
  secrets: SecretBox,
  { name, value, by, at }: { name: RuntimeName; value: unknown; by: { id: number; name: string }; at: Date },
): Promise<void> {
  const sealed = isSecret(name) && value !== '' ? secrets.encrypt(String(value)) : value;
  const row = { value: JSON.stringify(sealed), account_id: by.id, by_name: by.name, changed_at: at };
  await db
    .insertInto('runtime_setting')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
}

export async function forgetSetting(db: Db, name: RuntimeName): Promise<void> {
  await db.deleteFrom('runtime_setting').where('name', '=', name).execute();
}

/** Returns the values of the environment, as one would set it. */
export const valuesOf = (config: Config): RuntimeValues => ({
  diskAlarmGb: Math.round(config.diskAlarmBytes / 1e9),
  operationDays: config.operationDays,
  deliveryDays: config.deliveryDays,
  waveformDays: config.waveformDays,
  retentionDays: [...config.retentionDays].map(([family, days]) => `${family}=${days}`).join(', '),
  tilesUrl: config.tilesUrl ?? '',
  simQueryUrl: config.simQuery?.url ?? '',
  simQueryToken: config.simQuery?.key ?? '',
  metricsToken: config.metricsToken ?? '',
  logLevel: config.logLevel as RuntimeValues['logLevel'],
  outboundAllow: [...config.outboundAllow],
  privateDeployment: config.privateDeployment,
  hosts: [...config.hosts],
});

type Changing = Pick<
  Config,
  | 'diskAlarmBytes'
  | 'operationDays'
  | 'deliveryDays'
  | 'waveformDays'
  | 'retentionDays'
  | 'tilesUrl'
  | 'simQuery'
  | 'metricsToken'
  | 'logLevel'
  | 'outboundAllow'
  | 'privateDeployment'
  | 'hosts'
>;

function configOf(values: RuntimeValues, publicUrl: string | null): Changing {
  const { simQueryUrl, simQueryToken, tilesUrl, metricsToken, hosts, retentionDays } = values;
  const ownName = publicUrl ? [new URL(publicUrl).hostname] : [];
  const entries = retentionDays === '' ? [] : retentionDays.split(',').map((entry) => entry.split('='));
  return {
    diskAlarmBytes: values.diskAlarmGb * 1e9,
    operationDays: values.operationDays,
    deliveryDays: values.deliveryDays,
    waveformDays: values.waveformDays,
    retentionDays: new Map(
      entries.map(([family = '', days]): [FamilyCode, number] => [family.trim() as FamilyCode, Number(days)]),
    ),
    tilesUrl: tilesUrl || null,
    simQuery: simQueryUrl ? { url: simQueryUrl, key: simQueryToken } : null,
    metricsToken: metricsToken || null,
    logLevel: values.logLevel,
    outboundAllow: values.outboundAllow,
    privateDeployment: values.privateDeployment,
    hosts: hosts.length === 0 ? [] : [...new Set([...hosts, ...ownName].map((name) => name.toLowerCase()))],
  };
}

/** What counts: what is stored over what the environment says. What cannot be read is left out and named. */
function mergedValues(
  environment: RuntimeValues,
  stored: readonly StoredSetting[],
  secrets: SecretBox,
  onUnreadable: (name: RuntimeName) => void,
): RuntimeValues {
  const over: Partial<Record<RuntimeName, unknown>> = {};
  for (const { name, value } of stored) {
    try {
      const plain = isSecret(name) && value !== '' ? secrets.decrypt(String(value)) : value;
      over[name] = runtimeShape[name].parse(plain);
    } catch {
      onUnreadable(name);
    }
  }
  const merged = { ...environment, ...(over as Partial<RuntimeValues>) };
  // The token of the environment is for the address of the environment alone.
  const isOfEnvironment = over.simQueryToken === undefined && merged.simQueryUrl === environment.simQueryUrl;
  return over.simQueryToken === undefined && !isOfEnvironment ? { ...merged, simQueryToken: '' } : merged;
}

const environments = new WeakMap<Config, RuntimeValues>();
/** Returns the values that would count if nothing were stored. */
export const environmentOf = (config: Config): RuntimeValues => environments.get(config) ?? valuesOf(config);

const retryMs = 2_000;

interface Parts {
  readonly config: ConnectedConfig;
  readonly database: { readonly db: Db };
  readonly listener: Listener;
  readonly log: Logger;
}

/**
 * The settings of this process, which become others when somebody sets them: whoever reads them at the time of use goes by
 * what counts then.
 */
export async function openRuntimeConfig({ config, database: { db }, listener, log }: Parts): Promise<ConnectedConfig> {
  const live = { ...config };
  const secrets = openSecretBox(config.dataDir);
  const environment = valuesOf(config);
  environments.set(live, environment);
  const warn = (name: RuntimeName) =>
    log.warn({ setting: name }, 'a stored setting cannot be read; what the environment says counts');
  const load = async (): Promise<void> => {
    const values = mergedValues(environment, await storedSettings(db), secrets, warn);
    const next = configOf(values, config.publicUrl);
    if (next.logLevel !== live.logLevel) log.level = next.logLevel;
    Object.assign(live, next);
  };
  await load();
  const reload = async (): Promise<void> => {
    await load().catch((error) => {
      log.warn({ err: error }, 'changed settings could not be read; will be tried again');
      setTimeout(() => void reload(), retryMs).unref();
    });
  };
  onChange(listener, (change) => (change === null || change.kind === 'settings' ? reload() : undefined));
  return live;
}
