import { PlusOutlined } from '@ant-design/icons';
import { type RegistrationCode, registrations } from '@plumbline/contract/registrations';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { CopyButton } from '../../design/CopyButton.tsx';
import { type Columns, DataTable, pagesOf } from '../../design/DataTable.tsx';
import { Empty } from '../../design/States.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { formatDay } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { serverNow } from '../../kernel/server-clock.ts';
import { useWrite } from '../../kernel/writes.ts';
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
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<RegistrationCode | null>(null);
  const columns = useColumns(setRevoking);
  const button = (
    <Button icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      {t('registrations:codes.new')}
    </Button>
  );
  return (
    <section aria-label={t('registrations:codes.title')} style={{ marginTop: 24 }}>
      <Toolbar label={t('registrations:codes.title')}>
        <h2 className="pl-h3">{t('registrations:codes.title')}</h2>
        <span className="pl-gap" />
        {button}
      </Toolbar>
      {made !== null && (
        <div className="pl-notice" style={{ margin: '0 0 12px' }}>
          <div className="pl-b">{t('registrations:codes.shownOnce')}</div>
          <div className="pl-row" style={{ marginTop: 6 }}>
            <code className="pl-mono pl-gap" style={{ overflowWrap: 'anywhere' }}>
              {grouped(made)}
            </code>
            <CopyButton text={made} />
          </div>
        </div>
      )}
      <DataTable
        rows={query.data?.codes}
        columns={columns}
        rowKey={({ id }) => id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={<Empty title={t('registrations:codes.none')} why={t('registrations:codes.why')} />}
        {...pagesOf({ page, pageSize, total: query.data?.total ?? 0, onPage: setPage })}
      />
      {making && <NewCodeDialog onClose={() => setMaking(false)} onMade={setMade} />}
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

function useColumns(onRevoke: (code: RegistrationCode) => void): Columns<RegistrationCode> {
  const { t } = useTranslation();
  return [
    {
      title: t('registrations:codes.note'),
      key: 'note',
      render: (_, { note }) => <span className="pl-b">{note}</span>,
    },
    {
      title: t('registrations:codes.opens'),
      key: 'opens',
      render: (_, { corporationTitle, usedBy }) =>
        [corporationTitle ?? t('registrations:codes.newCorporation'), usedBy].filter(Boolean).join(' · '),
    },
    {
      title: t('registrations:codes.stateWord'),
      key: 'state',
      width: 120,
      render: (_, code) => t(`registrations:codes.state.${stateOf(code)}`),
    },
    {
      title: t('registrations:codes.byName'),
      key: 'by',
      width: 140,
      responsive: ['lg'],
      render: (_, { byName }) => <span className="pl-2">{byName}</span>,
    },
    {
      title: t('registrations:codes.until'),
      key: 'until',
      width: 120,
      responsive: ['md'],
      render: (_, { expiresAt }) => <span className="pl-2">{formatDay(expiresAt)}</span>,
    },
    {
      title: '',
      key: 'revoke',
      width: 96,
      align: 'right',
      render: (_, code) =>
        stateOf(code) === 'open' && (
          <Button
            size="small"
            danger
            aria-label={`${t('registrations:codes.revoke')}: ${code.note}`}
            onClick={() => onRevoke(code)}
          >
            {t('registrations:codes.revoke')}
          </Button>
        ),
    },
  ];
}
