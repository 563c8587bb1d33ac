import { limits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { adopt } from '../../../app/restore.queries.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { followLanguage } from '../../../kernel/account-language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { takeUp } from '../../../kernel/take-up.ts';

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

/** Takes up a session that has just begun, and goes on. */
export function useEnter(goOn: () => void | Promise<void>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return async (reply: Reply<typeof secondStep.signinCode>, how: Pick<Pending, 'remember'>): Promise<void> => {
    takeUp(reply, how.remember);
    await followLanguage(reply);
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
