import i18next from 'i18next';
import { packKey } from './remembered-language.ts';
import { current } from './session.ts';

/**
 * Follows the account of the session that was taken up: its language may have been changed elsewhere. Whoever sees as somebody
 * else goes on reading their own language, and so does a page that cannot fetch the other words.
 */
export async function followSession(): Promise<void> {
  const session = current();
  if (session === null || session.viewer !== null) return;
  const { user, preferences } = session;
  if (i18next.language !== user.language || localStorage.getItem(packKey) !== preferences.languagePack)
    await import('./account-language.ts').then((each) => each.followLanguage(session)).catch(() => undefined);
}
