/** Features too large to know by heart. One above its limit becomes two that each have one concern. */
import { type Breach, isTest } from './import-rules.ts';

/** Modules of a feature, tests left out. */
export const maxFiles = { server: 20, web: 25 } as const;

export interface FeatureSize {
  readonly side: keyof typeof maxFiles;
  readonly feature: string;
  readonly files: number;
}

/** Modules of each feature on each side, largest first. */
export function featureSizes(paths: Iterable<string>): FeatureSize[] {
  const counts = new Map<string, FeatureSize>();
  for (const path of paths) {
    const [, side, feature] = /^(server|web)\/src\/features\/([^/]+)\//.exec(path) ?? [];
    if ((side !== 'server' && side !== 'web') || feature === undefined || isTest(path)) continue;
    const key = `${side} ${feature}`;
    counts.set(key, { side, feature, files: (counts.get(key)?.files ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.files - a.files);
}

/** Features above the limit of their side. */
export const findLargeFeatures = (paths: Iterable<string>): Breach[] =>
  featureSizes(paths)
    .filter(({ side, files }) => files > maxFiles[side])
    .map(({ side, feature, files }) => ({
      rule: 'feature-sizes',
      path: `${side}/src/features/${feature}`,
      line: 1,
      message: `${files} files; above ${maxFiles[side]} it becomes two features`,
    }));
