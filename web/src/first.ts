/**
 * Stands in index.html itself and runs before any file has come: paints the ground in the remembered theme, and asks at
 * once for what would else be found out one after the other: the session, the words, the files of the page in the address.
 * Over a slow network that is two round trips. Everything here is asked for again by its usual way if it fails.
 */

import { rememberedLanguage } from './kernel/remembered-language.ts';
import { storedToken } from './kernel/stored-token.ts';

/** Put in by the build (build/first.ts): the files beyond those that index.html names itself. */
export interface FirstFiles {
  readonly files: readonly string[];
  /** By language, as places in `files`: the words of signing in, and all others. */
  readonly languages: Readonly<Record<string, readonly [first: readonly number[], others: readonly number[]]>>;
  /** The pattern of each page's address, in the order of the router, with its files. */
  readonly pages: readonly (readonly [path: string, files: readonly number[]])[];
  readonly themeKey: string;
}
declare const __FIRST_FILES__: FirstFiles;

declare global {
  interface Window {
    /** The answer to the first question of a page, under way since before its scripts were here. */
    firstSession?: { readonly token: string; readonly answer: Promise<Response> } | undefined;
    /** What the page at an address needs beyond what index.html names, in a language; absent where nothing was built. */
    filesAt?: (address: string, language: string) => readonly string[];
  }
}

const { files, languages, pages, themeKey } = __FIRST_FILES__;
document.documentElement.dataset.theme = localStorage.getItem(themeKey) ?? 'default';

const token = storedToken();
if (token !== null) {
  const answer = fetch('./api/session', {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  });
  // Whoever asks for it hears of a failure.
  answer.catch(() => undefined);
  window.firstSession = { token, answer };
}

/** Of the one page that needs no other words than the first (router.tsx). */
const signAddress = '/sign';

const isAt = (path: string, address: string): boolean => {
  const [pattern, parts] = [path.split('/'), address.split('/')];
  return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i]);
};
const filesAt = (address: string, language: string): readonly string[] => {
  const ofPage = pages.find(([path]) => isAt(path, address))?.[1] ?? [];
  const [first = [], others = []] = languages[language] ?? [];
  const words = address === signAddress ? first : [...first, ...others];
  return [...new Set([...words, ...ofPage])].map((place) => files[place] ?? '');
};
window.filesAt = filesAt;

/** Without a session every address leads to the sign-in page. */
const address = token === null ? signAddress : (/^#([^?]+)/.exec(location.hash)?.[1] ?? '/dashboard');

for (const file of filesAt(address, rememberedLanguage())) {
  const link = document.createElement('link');
  link.href = `./${file}`;
  link.crossOrigin = '';
  if (file.endsWith('.css')) {
    // Fetched, and put among the others by who imports it: the order of styles matters.
    link.rel = 'preload';
    link.as = 'style';
  } else link.rel = 'modulepreload';
  document.head.append(link);
}
