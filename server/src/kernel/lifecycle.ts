/** Puts the hooks of several features together (`Lifecycle` in context.ts). */
import type { RawBuilder } from 'kysely';
import type { Places } from './access.ts';
import type { Lifecycle } from './context.ts';
import type { Rows } from './place-by-row.ts';

/** Hooks of one feature; the rest does not concern it. */
export type LifecycleHooks = Partial<Lifecycle>;

/**
 * When the hooks of a feature run. What is attached to points (device groups, limits, charts, files) ends while they are as
 * they were; readings come before alerts, for whoever stores, judges or deletes locks the states of points first; plans name
 * structures.
 */
const phases = ['attached', 'points', 'readings', 'alerts', 'plans', 'structures'] as const;

/** How many there are in a corporation, as a scalar of SQL. */
export type CountIn = (corporationId: number) => RawBuilder<number>;
/** Counts of the records of a corporation, each counted by the feature that keeps it. */
export type CorporationCounts = Readonly<Record<'users' | 'projects' | 'devices' | 'points', CountIn>>;

/** Access checks of a wing, and what else features below it ask. */
export interface WingAccess {
  /** Of each id that a request may name, how its record is found. */
  readonly places?: Partial<Places>;
  /** Of each record that an address may name alone, where its row says that it lies. */
  readonly rows?: Partial<Rows>;
  readonly lifecycle?: Partial<Readonly<Record<(typeof phases)[number], readonly LifecycleHooks[]>>>;
  readonly counts?: Partial<CorporationCounts>;
  /** Of what is set up with plug-ins: SELECT kind, part, plugin, name, corporation. */
  readonly pluginUses?: readonly RawBuilder<unknown>[];
}

/** The hooks of every wing in the order of the phases, and in the order of the wings within one. */
export const hooksOf = (wings: readonly WingAccess[]): LifecycleHooks[] =>
  phases.flatMap((phase) => wings.flatMap(({ lifecycle }) => lifecycle?.[phase] ?? []));

/** Calls the hooks of all features, one after the other in the order given. */
export const gatherLifecycle = (features: readonly LifecycleHooks[]): Lifecycle => ({
  async removeSeries(...subject) {
    for (const feature of features) await feature.removeSeries?.(...subject);
  },
  async removeRules(...subject) {
    for (const feature of features) await feature.removeRules?.(...subject);
  },
  async movePoints(...subject) {
    for (const feature of features) await feature.movePoints?.(...subject);
  },
  async unbindPoints(...subject) {
    for (const feature of features) await feature.unbindPoints?.(...subject);
  },
  async beginConversion(...subject) {
    for (const feature of features) await feature.beginConversion?.(...subject);
  },
  async takeConfig(context, from) {
    for (const feature of features) await feature.takeConfig?.(context, from);
  },
  async sendProcessor(...subject) {
    for (const feature of features) await feature.sendProcessor?.(...subject);
  },
  async clearPoints(...subject) {
    for (const feature of features) await feature.clearPoints?.(...subject);
  },
  async removePoints(...subject) {
    const files: string[] = [];
    for (const feature of features) files.push(...((await feature.removePoints?.(...subject)) ?? []));
    return files;
  },
  async clearProject(...subject) {
    for (const feature of features) await feature.clearProject?.(...subject);
  },
  async filesOfProject(...subject) {
    const files = new Set<string>();
    for (const feature of features) for (const id of (await feature.filesOfProject?.(...subject)) ?? []) files.add(id);
    return [...files];
  },
  async removeProject(...subject) {
    for (const feature of features) await feature.removeProject?.(...subject);
  },
});
