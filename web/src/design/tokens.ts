import type { Theme } from '@plumbline/contract/kernel/constants';
import { graphite, type Palette } from './palettes/graphite.ts';
import { ink } from './palettes/ink.ts';
import { loess } from './palettes/loess.ts';
import { navy } from './palettes/navy.ts';
import { paper } from './palettes/paper.ts';

/**
 * The five themes as plain values: the one place where a colour is written. Everything that shows a colour reads it
 * from here: as a CSS variable `--pl-<name>`, as an Ant Design token (antd.ts), or as a value for charts and maps.
 */
export type Tokens = Palette;

export const tokens: Readonly<Record<Theme, Tokens>> = {
  default: graphite,
  white: paper,
  wuhaiWhite: loess,
  measureyun: ink,
  measureyunWhite: navy,
};

/** Under which name the browser keeps the theme that was last used in it. */
export const themeKey = 'plumbline.theme';

export const isDark = (theme: Theme): boolean => theme === 'default' || theme === 'measureyun';

/** Writes the theme's values as CSS variables onto an element, and its name as `data-theme`. */
export function paint(element: HTMLElement, theme: Theme): void {
  element.dataset.theme = theme;
  element.style.colorScheme = isDark(theme) ? 'dark' : 'light';
  for (const [name, value] of Object.entries(tokens[theme])) element.style.setProperty(`--pl-${name}`, value);
}
