import './certificates.css';
import { PlusOutlined } from '@ant-design/icons';
import { certificates, type DeviceCertificate } from '@plumbline/contract/devices/certificates';
import type { Device } from '@plumbline/contract/devices/devices';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatDay, formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { type CertificateState, lets, stateOf, stateWords } from './certificate-state.ts';
import { IssueDialog } from './IssueDialog.tsx';
import { IssuedDialog } from './IssuedDialog.tsx';
import { SecretRule } from './SecretRule.tsx';

type Issued = Reply<typeof certificates.issue>;
type Act =
  | { readonly kind: 'issue' }
  | { readonly kind: 'issued'; readonly issued: Issued }
  | { readonly kind: 'revoke'; readonly certificate: DeviceCertificate };

/** By which certificates a device proves who it is, and whether its secret still does. */
export default function DeviceCertificates({ device, zone }: { device: Device; zone: string | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(certificates.ofDevice, { deviceId: device.id });
  const [act, setAct] = useState<Act | null>(null);
  return (
    <section className="dv-section" aria-label={t('certificates:title')}>
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t('certificates:title')}</h3>
        {allowed(certificates.issue) && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setAct({ kind: 'issue' })}>
            {t('certificates:issue')}
          </Button>
        )}
      </div>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {(reply) => (
          <>
            <p className="pl-2 pl-sm">{t(reply.address ? 'certificates:lead' : 'certificates:noPort')}</p>
            <List
              certificates={reply.certificates}
              zone={zone}
              onRevoke={allowed(certificates.revoke) ? (certificate) => setAct({ kind: 'revoke', certificate }) : null}
            />
            <SecretRule deviceId={device.id} reply={reply} />
            {act?.kind === 'issue' && (
              <IssueDialog
                device={device}
                onIssued={(issued) => setAct({ kind: 'issued', issued })}
                onClose={() => setAct((now) => (now?.kind === 'issue' ? null : now))}
              />
            )}
            {act?.kind === 'issued' && (
              <IssuedDialog device={device} issued={act.issued} address={reply.address} onClose={() => setAct(null)} />
            )}
          </>
        )}
      </Answer>
      {act?.kind === 'revoke' && (
        <RevokeDialog deviceId={device.id} certificate={act.certificate} onClose={() => setAct(null)} />
      )}
    </section>
  );
}

function List({
  certificates: list,
  zone,
  onRevoke,
}: {
  certificates: readonly DeviceCertificate[];
  zone: string | undefined;
  onRevoke: ((certificate: DeviceCertificate) => void) | null;
}) {
  const { t } = useTranslation();
  if (list.length === 0) return <p className="pl-3 pl-sm">{t('certificates:none')}</p>;
  const nowMs = Date.now();
  return (
    <ul className="ce-list">
      {list.map((each) => {
        const state = stateOf(each, nowMs);
        return (
          <li key={each.id} data-state={state} className={lets(state) ? '' : 'over'}>
            <div>
              <div>
                <span className={state === 'valid' ? '' : 'pl-b'}>{stateWords(state, each.endsAt, nowMs, t)}</span>{' '}
                <span className="pl-3 pl-sm">{untilWords(each, state, zone, t)}</span>
              </div>
              <div className="pl-sm pl-2">
                {t(`certificates:origin.${each.origin}`)} · {each.authorityName}
                {each.byName && ` · ${each.byName}`}
              </div>
              <div className="pl-sm pl-3">
                {each.lastUsedAt === null
                  ? t('certificates:neverUsed')
                  : t('certificates:lastUsed', { time: formatTime(each.lastUsedAt, zone) })}
              </div>
              <code className="pl-sm pl-3 ce-print">{each.serial.toLowerCase()}</code>
            </div>
            {onRevoke && state !== 'revoked' && (
              <Button size="small" danger onClick={() => onRevoke(each)}>
                {t('certificates:revoke')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function untilWords(
  { revokedAt, revokedBy, isRevokedByAuthority, endsAt }: DeviceCertificate,
  state: CertificateState,
  zone: string | undefined,
  t: TFunction,
): string {
  if (isRevokedByAuthority) return t('certificates:revokedByAuthority', { time: formatTime(revokedAt, zone) });
  if (state === 'revoked') return t('certificates:revokedBy', { time: formatTime(revokedAt, zone), name: revokedBy });
  return t('certificates:until', { day: formatDay(endsAt, zone) });
}

function RevokeDialog({
  deviceId,
  certificate: { id: certificateId, serial },
  onClose,
}: {
  deviceId: number;
  certificate: DeviceCertificate;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: revoke } = useWrite(certificates.revoke);
  return (
    <ConfirmDestructive
      open
      title={t('certificates:revokeTitle')}
      lost={t('certificates:revokeLost', { serial: serial.toLowerCase() })}
      action={t('certificates:revoke')}
      onConfirm={() => revoke({ deviceId, certificateId })}
      onClose={onClose}
    />
  );
}
