import { type Preferences, users } from '@plumbline/contract/people/users';
import * as session from '../../kernel/session.ts';
import { inOrder, write } from '../../kernel/writes.ts';

/** Changes one preference at once on the page and then on the server; a failure is handed to the caller, the page keeps the change. */
export async function prefer<K extends keyof Preferences>(preferenceKey: K, value: Preferences[K]): Promise<void> {
  session.changePreferences({ [preferenceKey]: value });
  await inOrder(`preference ${preferenceKey}`, () => write(users.updatePreference, { preferenceKey, value }));
}
