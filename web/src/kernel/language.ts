import { type Language, languages } from '@plumbline/contract/constants';
import i18next, { type FormatterModule, type Resource } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { formatCount } from './format.ts';

/**
 * The language of the page. Invariant: words are shown only after their pack has arrived, so no key is ever seen.
 * A pack is one file per feature under languages/<language>/; each language is one chunk.
 */
const key = 'plumbline.language';
type Pack = Record<string, unknown>;
const packs: Record<Language, () => Promise<{ pack: Pack }>> = {
  en: () => import('../languages/en.ts'),
  'zh-CN': () => import('../languages/zh-CN.ts'),
  'zh-TW': () => import('../languages/zh-TW.ts'),
};

/** The language last used here, else the nearest to what the browser asks for. */
export function rememberedLanguage(): Language {
  const stored = localStorage.getItem(key);
  const known = languages.find((language) => language === stored);
  if (known) return known;
  const wished = navigator.language.toLowerCase();
  if (/^zh-(tw|hk|mo|hant)/.test(wished)) return 'zh-TW';
  return wished.startsWith('zh') ? 'zh-CN' : 'en';
}

async function load(language: Language): Promise<Resource> {
  const [{ pack }] = await Promise.all([
    packs[language](),
    // The Chinese face is some hundred small slices, fetched by the browser as their characters appear.
    language === 'en' ? null : import('./chinese-face.ts'),
  ]);
  return { [language]: pack as Resource[string] };
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
      resources: await load(language),
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
    });
  mark(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) {
    const resource = (await load(language))[language] ?? {};
    for (const [feature, words] of Object.entries(resource)) i18next.addResourceBundle(language, feature, words);
  }
  await i18next.changeLanguage(language);
  mark(language);
}

function mark(language: Language): void {
  localStorage.setItem(key, language);
  document.documentElement.lang = language;
}

/** The language in use, as Intl and the formatters take it. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language;
export const languageNames: Readonly<Record<Language, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
};
