import type { Language } from '@plumbline/contract/kernel/constants';
import type { Locale } from 'antd/es/locale';
import i18next, { type FormatterModule, type Resource } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { formatCount } from './format.ts';
import { languageKey, packKey, rememberedLanguage } from './remembered-language.ts';

/**
 * The language of the page. Invariant: words are shown only after they have arrived, so no key is ever seen. Each language is
 * two files: what signing in needs (`<language>.first.ts`), with which the page begins, and all other words, for which every
 * other page waits (router.tsx).
 */
type Files = Record<string, Record<string, unknown>>;
interface LanguageParts {
  /** In its own words. */
  readonly name: string;
  readonly first: () => Promise<{ files: Files; locale: Locale }>;
  readonly others: () => Promise<{ files: Files }>;
  /** True when its characters come from the Chinese face: some hundred small slices, fetched by the browser as they appear. */
  readonly hasOwnFace: boolean;
}
/** Everything that the web app has to know of a language. Another one does not compile without it. */
const parts: Readonly<Record<Language, LanguageParts>> = {
  'zh-CN': {
    name: '简体中文',
    first: () => import('../languages/zh-CN.first.ts'),
    others: () => import('../languages/zh-CN.ts'),
    hasOwnFace: true,
  },
  'zh-TW': {
    name: '繁體中文',
    first: () => import('../languages/zh-TW.first.ts'),
    others: () => import('../languages/zh-TW.ts'),
    hasOwnFace: true,
  },
  en: {
    name: 'English',
    first: () => import('../languages/en.first.ts'),
    others: () => import('../languages/en.ts'),
    hasOwnFace: false,
  },
};

/** The words of the component library, by language, as far as they have been needed here. */
const locales = new Map<string, Locale>();
/** The languages of which all words are here. */
const completed = new Set<string>();

/** Words by feature: a file is named as its feature is. */
const packOf = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, words]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), words]),
  );

async function loadFirst(language: Language): Promise<Resource> {
  const [{ files, locale }] = await Promise.all([
    parts[language].first(),
    parts[language].hasOwnFace ? import('./chinese-face.ts') : null,
  ]);
  locales.set(language, locale);
  return { [language]: packOf(files) };
}

/** Resolves when the page has its first words: the router asks for pages before. */
const begun = Promise.withResolvers<void>();

/** Resolves when every word of the language in use is here. Throws where they cannot be fetched. */
export async function loadWords(
  language = (i18next.language as Language | undefined) ?? rememberedLanguage(),
): Promise<void> {
  if (completed.has(language)) return;
  const { files } = await parts[language].others();
  await begun.promise;
  // A pack that was laid over the language meanwhile stays above it.
  for (const [feature, words] of Object.entries(packOf(files)))
    i18next.addResourceBundle(language, feature, words, true, false);
  completed.add(language);
}

/** A count reads the same everywhere, whether a text holds it or a page draws it: 1,000. Everything else is as it is given. */
export const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, _language, options) =>
    options?.['interpolationkey'] === 'count' && typeof value === 'number' ? formatCount(value) : (value as string),
};

export async function startLanguage(language: Language = rememberedLanguage()): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(counts)
    .init({
      lng: language,
      fallbackLng: false,
      defaultNS: 'common',
      resources: await loadFirst(language),
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
    });
  begun.resolve();
  document.documentElement.lang = language;
  if (localStorage.getItem(packKey) !== null) await (await import('./language-pack.ts')).layPack();
}

/** Shows the page in a language and leaves what the browser remembers: a screen of its own has one of its own. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) {
    const resource = (await loadFirst(language))[language] ?? {};
    for (const [feature, words] of Object.entries(resource)) i18next.addResourceBundle(language, feature, words);
  }
  await loadWords(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language and remembers the choice, not what the browser asks for: that may be another one by the next time. */
export async function changeLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  localStorage.setItem(languageKey, language);
}

/** The language in use, as Intl and the formatters take it. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language;
/** The name of a language in its own words. */
export const languageName = (language: Language): string => parts[language].name;
/** The component library's words in the language in use. */
export const useLocale = (): Locale | undefined => locales.get(useLanguage());
