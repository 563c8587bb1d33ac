import i18next from 'i18next';
import { changeLanguage } from './language.ts';
import { languageKey, packKey } from './remembered-language.ts';
import { current, type Session } from './session.ts';

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
  const { choosePack, layPack } = await import('./language-pack.ts');
  if (languagePack === null) localStorage.removeItem(packKey);
  else choosePack(languagePack, user.language);
  if (before !== null) location.reload();
  else await layPack();
}

/**
 * Follows the account of the session that was taken up: its language may have been changed elsewhere. Whoever sees as somebody
 * else goes on reading their own language, and so does a page that cannot fetch the other words.
 */
export async function followSession(): Promise<void> {
  const session = current();
  if (session !== null && session.viewer === null) await followLanguage(session).catch(() => undefined);
}
