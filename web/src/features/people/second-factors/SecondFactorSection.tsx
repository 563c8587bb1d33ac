import { secondFactors } from '@plumbline/contract/people/second-factors';
import type { User } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Returns whether somebody else has a second factor, and its end when they have lost it. */
export function SecondFactorSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(secondFactors.ofUser, { userId: user.id });
  const { run: reset } = useWrite(secondFactors.reset);
  const [confirming, setConfirming] = useState(false);
  const { displayName: name } = user;
  return (
    <section>
      <h3>{t('secondFactors:title')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={1} rowPx={32} />}>
        {({ since }) =>
          since === null ? (
            <p className="pl-2">{t('secondFactors:none')}</p>
          ) : (
            <>
              <p className="pl-2" style={{ marginBottom: 10 }}>
                {t('secondFactors:hasSince', { day: formatDay(since) })}
              </p>
              <Button onClick={() => setConfirming(true)}>{t('secondFactors:reset')}</Button>
            </>
          )
        }
      </Answer>
      <ConfirmDestructive
        open={confirming}
        title={t('secondFactors:resetTitle', { name })}
        lost={t('secondFactors:resetLost', { name })}
        action={t('secondFactors:reset')}
        onConfirm={async () => {
          await reset({ userId: user.id });
          toasts.done(t('secondFactors:resetDone', { name }));
        }}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}
