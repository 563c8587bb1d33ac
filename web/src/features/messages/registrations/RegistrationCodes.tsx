import { PlusOutlined } from '@ant-design/icons';
import { type RegistrationCode, registrations } from '@plumbline/contract/messages/registrations';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { NewCodeDialog } from './NewCodeDialog.tsx';

const pageSize = 20;

type State = 'open' | 'used' | 'revoked' | 'over';
const stateOf = ({ usedAt, revokedAt, expiresAt }: RegistrationCode): State => {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= serverNow() ? 'over' : 'open';
};

/** The registration codes that were given out, for whoever runs the installation. */
export default function RegistrationCodes() {
  const { t } = useTranslation();
  const { run: revoke } = useWrite(registrations.revoke);
  const [page, setPage] = useState(1);
  const query = useRead(registrations.list, { page, pageSize });
  const [making, setMaking] = useState(false);
  const [newCode, setNewCode] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<RegistrationCode | null>(null);
  return (
    <section
      aria-label={t('registrations:codes.title')}
      style={{
        flex: 'none',
        maxHeight: '50%',
        overflowY: 'auto',
        padding: '16px 20px',
        borderTop: '1px solid var(--pl-line)',
      }}
    >
      <div className="pl-row" style={{ marginBottom: 8 }}>
        <h2 className="pl-h3">{t('registrations:codes.title')}</h2>
        <span className="pl-gap" />
        <Button icon={<PlusOutlined />} onClick={() => setMaking(true)}>
          {t('registrations:codes.new')}
        </Button>
      </div>
      {newCode !== null && (
        <div className="pl-notice" style={{ margin: '0 0 12px' }}>
          <div className="pl-b">{t('registrations:codes.shownOnce')}</div>
          <div className="pl-row" style={{ marginTop: 6 }}>
            <code className="pl-mono pl-gap" style={{ overflowWrap: 'anywhere' }}>
              {grouped(newCode)}
            </code>
            <CopyButton text={newCode} />
          </div>
        </div>
      )}
      <Answer
        query={query}
        loading={<SkeletonRows rows={2} rowPx={48} />}
        isEmpty={({ codes }) => codes.length === 0}
        empty={<Empty title={t('registrations:codes.none')} why={t('registrations:codes.why')} />}
      >
        {({ codes }) => codes.map((code) => <CodeRow key={code.id} code={code} onRevoke={() => setRevoking(code)} />)}
      </Answer>
      <Pages at={page} pageSize={pageSize} total={query.data?.total ?? 0} onChange={setPage} />
      {making && <NewCodeDialog onClose={() => setMaking(false)} onMade={setNewCode} />}
      <ConfirmDestructive
        open={revoking !== null}
        title={t('registrations:codes.revokeTitle', { note: revoking?.note ?? '' })}
        lost={t('registrations:codes.revokeLost')}
        action={t('registrations:codes.revoke')}
        onConfirm={async () => {
          if (revoking) await revoke({ registrationCodeId: revoking.id });
        }}
        onClose={() => setRevoking(null)}
      />
    </section>
  );
}

/** In groups of four, as people read it out. */
const grouped = (code: string): string => code.replace(/\d{4}(?=\d)/g, '$& ');

function CodeRow({ code, onRevoke }: { code: RegistrationCode; onRevoke: () => void }) {
  const { t } = useTranslation();
  const state = stateOf(code);
  const opens = [code.corporationTitle ?? t('registrations:codes.newCorporation'), code.usedBy].filter(Boolean);
  return (
    <div className="pl-row" style={{ minHeight: 48, borderBottom: '1px solid var(--pl-line)' }}>
      <div className="pl-gap" style={{ minWidth: 0, padding: '4px 0' }}>
        <div className="pl-b pl-ell">{code.note}</div>
        <div className="pl-sm pl-3">
          {t('registrations:codes.opens')}: {opens.join(', ')} · {t('registrations:codes.byName')}: {code.byName} ·{' '}
          {t('registrations:codes.until')}: {formatDay(code.expiresAt)}
        </div>
      </div>
      <span className="pl-sm pl-2">{t(`registrations:codes.state.${state}`)}</span>
      {state === 'open' && (
        <Button size="small" danger aria-label={`${t('registrations:codes.revoke')}: ${code.note}`} onClick={onRevoke}>
          {t('registrations:codes.revoke')}
        </Button>
      )}
    </div>
  );
}
