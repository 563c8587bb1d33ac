import type { Language } from '@plumbline/contract/kernel/constants';

/** Under which name the browser keeps the language that was last used in it. */
export const languageKey = 'plumbline.language';

/** The language pack that is laid over it; absent = none. */
export const packKey = 'plumbline.pack';

/** Browsers that ask for one of these get the language; who asks for none of them gets English. */
const matches: Readonly<Record<Language, RegExp>> = {
  'zh-CN': /^zh(?!-(tw|hk|mo|hant))/,
  'zh-TW': /^zh-(tw|hk|mo|hant)/,
  en: /^en/,
};

/** The language last used here, else the nearest to what the browser asks for. */
export function rememberedLanguage(): Language {
  const stored = localStorage.getItem(languageKey);
  const all = Object.keys(matches) as Language[];
  const preferred = navigator.language.toLowerCase();
  return (
    all.find((language) => language === stored) ?? all.find((language) => matches[language].test(preferred)) ?? 'en'
  );
}

/** Returns whether somebody chose a language in this browser, or signed in with one. */
export const hasChosenLanguage = (): boolean => localStorage.getItem(languageKey) !== null;
