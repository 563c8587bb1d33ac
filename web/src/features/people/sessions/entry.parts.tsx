/** Signing in by something else than name and password, for the features that offer it. */
import { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { CodeStep } from './CodeStep.tsx';
import { challengeIn, type Pending, useEnter } from './enter.ts';

export { wanted } from './enter.ts';

type Entered = Reply<typeof secondStep.signinCode>;

/** Signs in and goes to `path`; `code` is what asks for the code of an app where one must follow. */
export function useEntry(path: string): {
  readonly enter: (work: () => Promise<Entered>) => Promise<void>;
  readonly busy: boolean;
  readonly error: unknown;
  readonly code: ReactNode;
} {
  const navigate = useNavigate();
  const { run: giveCode } = useWrite(secondStep.signinCode);
  const take = useEnter(() => navigate(path, { replace: true }));
  const [pending, setPending] = useState<Pending | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const enter = async (work: () => Promise<Entered>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await take(await work(), { remember: false });
    } catch (failure) {
      const step = challengeIn(failure);
      if (step) setPending({ ...step, remember: false });
      else setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const code = pending && (
    <CodeStep
      busy={busy}
      error={error}
      onSubmit={(typed) => void enter(() => giveCode({ challenge: pending.challenge, code: typed }))}
      onBack={() => {
        setPending(null);
        setError(null);
      }}
    />
  );
  return { enter, busy, error, code };
}
