import i18next from 'i18next';
import { changeLanguage } from './language.ts';
import { choosePack, layPack } from './language-pack.ts';
import { languageKey, packKey } from './remembered-language.ts';
import type { Session } from './session.ts';

/** The part of a session that says in which words its page speaks. */
type Account = Pick<Session, 'preferences' | 'user'>;

/**
 * Shows the page in the language of the account, and lays the pack of the account over it; where another pack lies there, the
 * page is loaded anew. Throws where the words cannot be fetched; the page then stays as it is.
 */
export async function followLanguage({ user, preferences: { languagePack } }: Account): Promise<void> {
  // Under a pack the language of the page is the same, and its words are not to be laid out anew.
  if (i18next.language !== user.language || localStorage.getItem(languageKey) === null)
    await changeLanguage(user.language);
  const before = localStorage.getItem(packKey);
  if (before === languagePack) return;
  if (languagePack === null) localStorage.removeItem(packKey);
  else choosePack(languagePack, user.language);
  if (before !== null) location.reload();
  else await layPack();
}
