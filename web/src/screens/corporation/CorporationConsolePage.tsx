import { PlusOutlined } from '@ant-design/icons';
import { certificates } from '@plumbline/contract/devices/certificates';
import { corporations } from '@plumbline/contract/people/corporations';
import { sso } from '@plumbline/contract/people/sso';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { ArchiveSection } from '../../features/overview/corporation-archives/corporation-archives.parts.tsx';
import { RemovalSection } from '../../features/overview/corporation-removal/corporation-removal.parts.tsx';
import { Console, useConsoleCorporation } from '../../features/people/corporations/console.parts.tsx';
import {
  BrandSection,
  CorporationDialog,
  CorporationForm,
  CorporationList,
  FlagSection,
  LimitSection,
} from '../../features/people/corporations/sections.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';

const AuthoritySection = lazy(() => import('../../features/devices/certificates/console.parts.tsx'));
const SsoSection = lazy(() => import('../../features/people/sso/console.parts.tsx'));
const RegistrationCodes = lazy(() => import('../../features/messages/registrations/registrations.parts.tsx'));

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
