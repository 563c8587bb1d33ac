import type { Plugin } from 'vite';
import { widths } from '../src/design/widths.ts';

/** Writes out the conditions that style sheets name (`@media (--phone)`); fails for one that nobody defines. */
export const customMedia: Plugin = {
  name: 'custom-media',
  enforce: 'pre',
  transform(code, path) {
    if (!path.endsWith('.css') || !code.includes('@media (--')) return null;
    return code.replace(/@media \(--([a-z-]+)\)/g, (_, name: string) => {
      const condition = (widths as Readonly<Record<string, string>>)[name];
      if (condition === undefined) throw new Error(`custom-media: --${name} is not among the widths`);
      return `@media ${condition}`;
    });
  },
};
