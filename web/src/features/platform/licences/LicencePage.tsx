import './licences.css';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { licences } from '@plumbline/contract/platform/licences';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { LicenceDialog } from './LicenceDialog.tsx';

type Info = Reply<typeof licences.info>;

/** The licence of the installation: what it is known by, what is in force, and how another one comes. */
export default function LicencePage() {
  const { t } = useTranslation();
  const info = useRead(licences.info, {});
  const fingerprint = useRead(licences.fingerprint, {});
  const page = (
    <div className="corp-form">
      <section>
        <h2>{t('licences:fingerprint')}</h2>
        <p className="pl-2 lead">{t('licences:fingerprintWhy')}</p>
        <Answer query={fingerprint} loading={<SkeletonRows rows={1} />}>
          {(answer) => (
            <div className="pl-row licence-print">
              <code>{answer.fingerprint}</code>
              <CopyButton text={answer.fingerprint} />
            </div>
          )}
        </Answer>
      </section>
      <section>
        <h2>{t('licences:tab')}</h2>
        <Answer query={info} loading={<SkeletonRows rows={5} />}>
          {(licence) => <Licence info={licence} />}
        </Answer>
      </section>
    </div>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}

function Licence({ info }: { info: Info }) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(licences.remove);
  const [dialog, setDialog] = useState<'import' | 'remove' | null>(null);
  const { state, canImport } = info;
  return (
    <>
      <p className={`lead ${state === 'ended' ? 'pl-b' : 'pl-2'}`}>{t(`licences:state.${state}`)}</p>
      {info.terms && <Terms terms={info.terms} />}
      {!canImport && <p className="pl-2 lead">{t('licences:noKey')}</p>}
      <div className="pl-row licence-acts">
        <Button type="primary" icon={<UploadOutlined />} disabled={!canImport} onClick={() => setDialog('import')}>
          {t('licences:import')}
        </Button>
        {info.terms && (
          <Button icon={<DeleteOutlined />} onClick={() => setDialog('remove')}>
            {t('licences:remove')}
          </Button>
        )}
      </div>
      {dialog === 'import' && <LicenceDialog onClose={() => setDialog(null)} />}
      <ConfirmDestructive
        open={dialog === 'remove'}
        title={t('licences:removeTitle')}
        lost={t('licences:removeLost')}
        action={t('licences:remove')}
        onConfirm={() => remove({})}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

function Terms({ terms }: { terms: NonNullable<Info['terms']> }) {
  const { t } = useTranslation();
  const time = (at: string): string => `${formatTime(at)} ${formatZone()}`;
  const opened = terms.features.map((flag) => t(wordKey(`corporations:flags.${flag}`), { defaultValue: flag }));
  return (
    <Facts
      facts={[
        [t('licences:holder'), terms.holder],
        [t('licences:number'), terms.id],
        [t('licences:issued'), time(terms.issuedAt)],
        [t('licences:ends'), terms.endsAt === null ? t('licences:never') : time(terms.endsAt)],
        [t('licences:features'), opened.join(', ') || t('licences:noFeatures')],
      ]}
    />
  );
}
