import type { Language } from '@plumbline/contract/kernel/constants';
import { users } from '@plumbline/contract/people/users';
import { useToasts } from '../../design/Toasts.tsx';
import { changeLanguage } from '../../kernel/language.ts';
import { packKey } from '../../kernel/remembered-language.ts';
import * as session from '../../kernel/session.ts';
import { inOrder, useWrite } from '../../kernel/writes.ts';

/** Changes the language at once; the choice goes to the account, and so to the next machine. */
export function useChooseLanguage(): (chosen: Language) => void {
  const toasts = useToasts();
  const { run: updateProfile } = useWrite(users.updateProfile);
  return (chosen) => {
    void (async () => {
      const hadPack = localStorage.getItem(packKey) !== null;
      localStorage.removeItem(packKey);
      // Who chooses another one while the words of the first are fetched gets the other one.
      await inOrder('words', () => changeLanguage(chosen));
      if (session.current()) {
        session.changeUser({ language: chosen });
        await inOrder('language', () => updateProfile({ language: chosen }));
      }
      // Its words lie over a language of the product until the page is loaded anew.
      if (hadPack) location.reload();
    })().catch(toasts.failed);
  };
}
