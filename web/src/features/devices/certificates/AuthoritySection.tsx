import './certificates.css';
import { type CertificateAuthority, certificates } from '@plumbline/contract/devices/certificates';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { saveAs } from '../../../kernel/call.ts';
import { Worded } from '../../../kernel/failures.ts';
import { formatCount, formatDay } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { AuthorityRevocations } from './AuthorityRevocations.tsx';
import { EndingCertificates } from './EndingCertificates.tsx';
import { refusalOf } from './refusal-of.ts';

/** By which authorities a corporation knows its devices, and whose certificates end. */
export default function AuthoritySection({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(certificates.authorities, { corporationId });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<CertificateAuthority | null>(null);
  return (
    <section aria-label={t('certificates:authorities')}>
      <h2>{t('certificates:authorities')}</h2>
      <p className="pl-2 lead">{t('certificates:authoritiesLead')}</p>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ authorities }) =>
          authorities.length === 0 ? (
            <p className="pl-3 pl-sm">{t('certificates:noAuthority')}</p>
          ) : (
            <ul className="ce-list">
              {authorities.map((each) => (
                <Authority
                  key={each.id}
                  corporationId={corporationId}
                  authority={each}
                  onRemove={allowed(certificates.removeAuthority) ? () => setRemoving(each) : null}
                />
              ))}
            </ul>
          )
        }
      </Answer>
      {allowed(certificates.addAuthority) && (
        <Button onClick={() => setAdding(true)}>{t('certificates:addAuthority')}</Button>
      )}
      <EndingCertificates corporationId={corporationId} />
      {adding && <AddDialog corporationId={corporationId} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveDialog corporationId={corporationId} authority={removing} onClose={() => setRemoving(null)} />
      )}
    </section>
  );
}

function Authority({
  corporationId,
  authority,
  onRemove,
}: {
  corporationId: number;
  authority: CertificateAuthority;
  onRemove: (() => void) | null;
}) {
  const { t } = useTranslation();
  const { name, subject, isOwn, endsAt, devices, fingerprint, certificate } = authority;
  return (
    <li>
      <div>
        <div>
          <span className="pl-b">{name}</span>{' '}
          <span className="pl-3 pl-sm">{t(isOwn ? 'certificates:ofOwn' : 'certificates:ofTheirs')}</span>
        </div>
        <div className="pl-sm pl-2">
          {t('certificates:devices', { count: devices, shown: formatCount(devices) })} ·{' '}
          {t('certificates:until', { day: formatDay(endsAt) })}
        </div>
        <div className="pl-sm pl-3 ce-print">{subject}</div>
        <code className="pl-sm pl-3 ce-print">SHA-256 {fingerprint}</code>
      </div>
      <Button
        size="small"
        onClick={() =>
          saveAs(new Blob([certificate], { type: 'application/x-pem-file' }), `authority-${authority.id}.crt`)
        }
      >
        {t('certificates:save')}
      </Button>
      {onRemove && (
        <Button size="small" danger onClick={onRemove}>
          {t('certificates:remove')}
        </Button>
      )}
      {!isOwn && <AuthorityRevocations corporationId={corporationId} authority={authority} />}
    </li>
  );
}

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'certificates:name', span: 2 },
  {
    type: 'INPUT',
    inputType: 'textarea',
    prop: 'certificate',
    label: 'certificates:authorityPem',
    tips: 'certificates:authorityPemHelp',
    span: 2,
  },
];

function AddDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: add } = useWrite(certificates.addAuthority);
  return (
    <FormDialog
      title={t('certificates:addAuthority')}
      schema={certificates.addAuthority.input}
      fixed={{ corporationId }}
      initial={{ name: '', certificate: '' }}
      fields={fields}
      onSave={async (input: never) => {
        try {
          await add(input);
        } catch (error) {
          const reason = refusalOf(error);
          if (reason === null) throw error;
          throw new Worded(t(`certificates:refused.${reason}`));
        }
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({
  corporationId,
  authority: { id: authorityId, name, devices, isOwn },
  onClose,
}: {
  corporationId: number;
  authority: CertificateAuthority;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(certificates.removeAuthority);
  const lost = t('certificates:removeLost', { count: devices, shown: formatCount(devices) });
  return (
    <ConfirmDestructive
      open
      title={t('certificates:removeTitle', { name })}
      lost={isOwn ? `${lost} ${t('certificates:removeOwn')}` : lost}
      action={t('certificates:remove')}
      onConfirm={() => remove({ corporationId, authorityId })}
      onClose={onClose}
    />
  );
}
