import { secondFactors } from '@plumbline/contract/people/second-factors';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SetUpSteps } from '../../features/people/second-factors/set-up.parts.tsx';
import { SignFrame } from '../../features/people/sessions/sign-frame.parts.tsx';
import { useRead } from '../../kernel/reads.ts';

const LogoutDialog = lazy(() => import('../../app/shell/LogoutDialog.tsx'));

/** In the place of every page, while the corporation demands a second factor that is not set up. */
export default function DemandedPage() {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  useElsewhere();
  return (
    <SignFrame>
      <h1 style={{ marginBottom: 4 }}>{t('secondFactors:demanded.title')}</h1>
      <p className="pl-2" style={{ marginBottom: 24 }}>
        {t('secondFactors:demanded.why')}
      </p>
      {/* Everything begins again, with what such a session was refused before. */}
      <SetUpSteps
        onDone={() => location.reload()}
        cancel={<Button onClick={() => setLeaving(true)}>{t('shell:logout.word')}</Button>}
      />
      {leaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </SignFrame>
  );
}

/** Leaves where it was set up in another tab, or is demanded no longer, by the time this page opens. */
function useElsewhere(): void {
  const { data } = useRead(secondFactors.get, {});
  const checked = useRef(false);
  useEffect(() => {
    if (!data || checked.current) return;
    checked.current = true;
    if (data.since !== null || !data.demanded) location.reload();
  }, [data]);
}
