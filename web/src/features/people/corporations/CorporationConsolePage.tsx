import { PlusOutlined } from '@ant-design/icons';
import { certificates } from '@plumbline/contract/devices/certificates';
import { corporations } from '@plumbline/contract/people/corporations';
import { sso } from '@plumbline/contract/people/sso';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { ArchiveSection } from '../../overview/corporation-archives/corporation-archives.parts.tsx';
import { RemovalSection } from '../../overview/corporation-removal/corporation-removal.parts.tsx';
import { BrandSection } from './BrandSection.tsx';
import { CorporationDialog } from './CorporationDialog.tsx';
import { CorporationForm } from './CorporationForm.tsx';
import { CorporationList } from './CorporationList.tsx';
import { Console, useConsoleCorporation } from './console.parts.tsx';
import { FlagSection } from './FlagSection.tsx';
import { LimitSection } from './LimitSection.tsx';

const AuthoritySection = lazy(() => import('../../devices/certificates/console.parts.tsx'));
const SsoSection = lazy(() => import('../sso/console.parts.tsx'));
const RegistrationCodes = lazy(() => import('../../messages/registrations/registrations.parts.tsx'));

/** The caller's corporation. A System account finds all of them here until it has chosen one. */
export default function CorporationConsolePage() {
  const { t } = useTranslation();
  const [, choose] = useConsoleCorporation();
  const [founding, setFounding] = useState(false);
  return (
    <Console
      actions={
        <Allowed to={corporations.create}>
          <Button icon={<PlusOutlined />} onClick={() => setFounding(true)}>
            {t('corporations:new')}
          </Button>
        </Allowed>
      }
      otherwise={
        <>
          <CorporationList onOpen={choose} onNew={() => setFounding(true)} />
          <Allowed to={corporations.create}>
            <Suspense>
              <RegistrationCodes />
            </Suspense>
          </Allowed>
        </>
      }
    >
      {(corporationId) => (
        <>
          <One key={corporationId} corporationId={corporationId} />
          {founding && <CorporationDialog onClose={() => setFounding(false)} onDone={choose} />}
        </>
      )}
    </Console>
  );
}

function One({ corporationId }: { corporationId: number }) {
  const [, choose] = useConsoleCorporation();
  const query = useRead(corporations.get, { corporationId });
  return (
    <div className="corp-form">
      <Answer query={query} loading={<SkeletonRows rows={5} rowPx={72} />}>
        {({ corporation }) => (
          <>
            <CorporationForm corporation={corporation} />
            <BrandSection corporation={corporation} />
            <FlagSection corporation={corporation} />
            <LimitSection corporation={corporation} />
            <Allowed to={sso.get}>
              <Suspense>
                <SsoSection corporationId={corporationId} />
              </Suspense>
            </Allowed>
            <Allowed to={certificates.authorities}>
              <Suspense>
                <AuthoritySection corporationId={corporationId} />
              </Suspense>
            </Allowed>
            <ArchiveSection corporationId={corporation.id} />
            <RemovalSection corporation={corporation} onBegun={() => choose(null)} />
          </>
        )}
      </Answer>
    </div>
  );
}
