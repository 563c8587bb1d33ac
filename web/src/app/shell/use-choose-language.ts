import type { Language } from '@plumbline/contract/constants';
import { users } from '@plumbline/contract/users';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { changeLanguage } from '../../kernel/language.ts';
import * as session from '../../kernel/session.ts';

/** Changes the language at once; the choice goes to the account, and so to the next machine. */
export function useChooseLanguage(): (chosen: Language) => void {
  const toasts = useToasts();
  return (chosen) => {
    void (async () => {
      await changeLanguage(chosen);
      if (!session.current()) return;
      session.changeUser({ language: chosen });
      await call(users.updateProfile, { language: chosen });
    })().catch(toasts.failed);
  };
}
