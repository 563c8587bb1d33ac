/** Puts the hooks of several features together (`Lifecycle` in context.ts). */
import type { Lifecycle } from './context.ts';

/** What one feature does; the rest does not concern it. */
export type LifecycleHooks = Partial<Lifecycle>;

/** Calls the hooks of all features, one after the other in the order given. */
export const gatherLifecycle = (features: readonly LifecycleHooks[]): Lifecycle => ({
  async removeSeries(...given) {
    for (const feature of features) await feature.removeSeries?.(...given);
  },
  async removeRules(...given) {
    for (const feature of features) await feature.removeRules?.(...given);
  },
  async movePoints(...given) {
    for (const feature of features) await feature.movePoints?.(...given);
  },
  async unbindPoints(...given) {
    for (const feature of features) await feature.unbindPoints?.(...given);
  },
  async beginConversion(...given) {
    for (const feature of features) await feature.beginConversion?.(...given);
  },
  async clearPoints(...given) {
    for (const feature of features) await feature.clearPoints?.(...given);
  },
  async removePoints(...given) {
    const files: string[] = [];
    for (const feature of features) files.push(...((await feature.removePoints?.(...given)) ?? []));
    return files;
  },
  async clearProject(...given) {
    for (const feature of features) await feature.clearProject?.(...given);
  },
  async removeProject(...given) {
    for (const feature of features) await feature.removeProject?.(...given);
  },
});
