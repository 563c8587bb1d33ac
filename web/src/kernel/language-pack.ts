import { Failure } from '@plumbline/contract/kernel/errors';
import { languagePacks } from '@plumbline/contract/platform/language-packs';
import i18next from 'i18next';
import { read } from './reads.ts';
import { languageKey, packKey } from './remembered-language.ts';

/**
 * A language beyond those of the product: its words laid over a language of the product. Invariant: a word that it does not
 * have, and a pack that cannot be had, leave the words below as they are.
 */
const wordsKey = 'plumbline.packWords';

interface Stored {
  readonly lang: string;
  readonly langVersion: string;
  readonly words: Readonly<Record<string, string>>;
}

function storedWords(lang: string): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(wordsKey) ?? 'null') as Stored | null;
    return stored?.lang === lang ? stored : null;
  } catch {
    return null;
  }
}

/** Lays the chosen pack over the language in use; asked of the server with the version that is here. */
export async function layPack(): Promise<void> {
  const lang = localStorage.getItem(packKey);
  if (lang === null) return;
  let pack = storedWords(lang);
  try {
    const { langVersion, words } = await read(languagePacks.get, {
      lang,
      ...(pack && { langVersion: pack.langVersion }),
    });
    if (words !== null) {
      pack = { lang, langVersion, words };
      keepWords(pack);
    }
  } catch (error) {
    // Deleted meanwhile: the language below says everything. Away: what is here goes on.
    if (error instanceof Failure && error.name === 'notFound') {
      forgetPack();
      return;
    }
  }
  if (pack) lay(pack);
}

/** A browser without room for it asks again at each page. */
function keepWords(pack: Stored): void {
  try {
    localStorage.setItem(wordsKey, JSON.stringify(pack));
  } catch {
    localStorage.removeItem(wordsKey);
  }
}

function lay({ lang, words }: Stored): void {
  const byFeature = Map.groupBy(Object.entries(words), ([key]) => key.slice(0, key.indexOf(':')));
  for (const [feature, entries] of byFeature) {
    const tree: Record<string, unknown> = {};
    for (const [key, text] of entries) put(tree, key.slice(feature.length + 1).split('.'), text);
    i18next.addResourceBundle(i18next.language, feature, tree, true, true);
  }
  document.documentElement.lang = lang;
}

function put(tree: Record<string, unknown>, path: readonly string[], text: string): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = text;
}

/** From the next page on; the words below it are those of `base`. */
export function choosePack(lang: string, base: string): void {
  localStorage.setItem(languageKey, base);
  localStorage.setItem(packKey, lang);
}

function forgetPack(): void {
  localStorage.removeItem(packKey);
  localStorage.removeItem(wordsKey);
}
