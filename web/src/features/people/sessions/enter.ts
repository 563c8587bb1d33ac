import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { adopt } from '../../../app/restore.queries.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { changeLanguage } from '../../../kernel/language.ts';
import { choosePack, layPack } from '../../../kernel/language-pack.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { packKey } from '../../../kernel/remembered-language.ts';
import * as session from '../../../kernel/session.ts';

/** Only a path of our own is followed after sign-in: never another site. */
export const wanted = (search: URLSearchParams): string => {
  const path = search.get('redirect') ?? '';
  return /^\/(?!\/)/.test(path) ? path : to('Home');
};

/** A sign-in whose first step was right: its code is to come. */
export interface Pending {
  readonly challenge: string;
  readonly remember: boolean;
}

/** Lays the pack of the account over its language; where another one lies there, the page is loaded anew. */
async function followPack({ user, preferences: { languagePack } }: Reply<typeof secondStep.signinCode>): Promise<void> {
  const before = localStorage.getItem(packKey);
  if (before === languagePack) return;
  if (languagePack === null) localStorage.removeItem(packKey);
  else choosePack(languagePack, user.language);
  if (before !== null) location.reload();
  else await layPack();
}

/** Takes up a session that has just begun, and goes on. */
export function useEnter(goOn: () => void | Promise<void>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return async (reply: Reply<typeof secondStep.signinCode>, how: Pick<Pending, 'remember'>): Promise<void> => {
    session.takeUp(reply, how.remember);
    await changeLanguage(reply.user.language);
    await followPack(reply);
    adopt(reply);
    if (reply.isSimplePwd) toasts.warn(t('sessions:weakPassword'), limits.weakPasswordWarningMs / 1000);
    await goOn();
  };
}

/** Returns the challenge that a code is to be sent with; null where the failure asks for none. */
export function challengeIn(failure: unknown): Omit<Pending, 'remember'> | null {
  if (!(failure instanceof Failure) || failure.name !== 'secondFactorNeeded') return null;
  const { challenge } = failure.detail as Omit<Pending, 'remember'>;
  return { challenge };
}
