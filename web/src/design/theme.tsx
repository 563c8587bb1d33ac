import { type Theme, themes } from '@plumbline/contract/kernel/constants';
import { createContext, useContext } from 'react';
import { type Tokens, themeKey, tokens } from './tokens.ts';

/**
 * Which theme this page is drawn in. Invariant: it does not change while the page lives (specification 2: the page
 * reloads when another theme is chosen), so charts and maps may read their colours once.
 */
/** The theme last used in this browser: the sign-in page cannot know the account's yet. */
export function rememberedTheme(): Theme {
  const stored = localStorage.getItem(themeKey);
  return themes.find((theme) => theme === stored) ?? 'default';
}
export const rememberTheme = (theme: Theme): void => localStorage.setItem(themeKey, theme);

const ThemeContext = createContext<Theme>('default');
export const ThemeProvider = ThemeContext.Provider;
/** The theme's values as colours, for canvas and for libraries that cannot read CSS variables. */
export const useTokens = (): Tokens => tokens[useContext(ThemeContext)];
