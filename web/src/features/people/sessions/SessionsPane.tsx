import { type OwnSession, ownSessions } from '@plumbline/contract/people/sessions.own';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Pages } from '../../../design/Pages.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatAge, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

const pageSize = 10;

/** What a session calls itself: browser and system as far as they are known. */
function useDeviceName(): (session: OwnSession) => string {
  const { t } = useTranslation();
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? t('sessions:own.on', { browser, system })
      : (browser ?? system ?? t('sessions:own.unknown'));
}

/** Where the caller is signed in; each but this one can be ended. */
export function SessionsPane() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useRead(ownSessions.list, { page, pageSize });
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
  const total = query.data?.total ?? 0;
  return (
    <Pane
      title={t('sessions:own.title')}
      action={
        total > 1 && (
          <Button size="small" danger onClick={() => setEnding('others')}>
            {t('sessions:own.endOthers')}
          </Button>
        )
      }
    >
      <p className="pl-2 pl-sm" style={{ marginBottom: 8 }}>
        {t('sessions:own.help')}
      </p>
      <Answer query={query} loading={<SkeletonRows rows={2} rowPx={48} />}>
        {(data) =>
          data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))
        }
      </Answer>
      <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />
      <EndOne session={ending === 'others' ? null : ending} onClose={() => setEnding(null)} />
      <EndOthers
        open={ending === 'others'}
        onClose={() => {
          setEnding(null);
          setPage(1);
        }}
      />
    </Pane>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const device = useDeviceName()(session);
  return (
    <div className="pl-row" style={{ minHeight: 48, borderBottom: '1px solid var(--pl-line)' }}>
      <div className="pl-gap" style={{ minWidth: 0, padding: '4px 0' }}>
        <div className="pl-b pl-ell" title={session.agent}>
          {device}
        </div>
        <div className="pl-sm pl-3">
          {t('sessions:own.since')}: {formatTime(session.createdAt)}
          {session.address !== '' && ` ${t('sessions:own.from', { address: session.address })}`} ·{' '}
          {t('sessions:own.seen')}: {formatAge(session.lastSeenAt, language)}
        </div>
      </div>
      {session.current ? (
        <span className="pl-sm pl-2">{t('sessions:own.this')}</span>
      ) : (
        <Button size="small" danger aria-label={`${t('sessions:own.end')}: ${device}`} onClick={onEnd}>
          {t('sessions:own.end')}
        </Button>
      )}
    </div>
  );
}

function EndOne({ session, onClose }: { session: OwnSession | null; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const deviceName = useDeviceName();
  const { run: endSession } = useWrite(ownSessions.end);
  return (
    <ConfirmDestructive
      open={session !== null}
      title={t('sessions:own.endTitle', { device: session ? deviceName(session) : '' })}
      lost={t('sessions:own.endLost')}
      action={t('sessions:own.end')}
      onConfirm={async () => {
        if (!session) return;
        await endSession({ sessionId: session.id });
        toasts.done(t('sessions:own.ended'));
      }}
      onClose={onClose}
    />
  );
}

function EndOthers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: endOthers } = useWrite(ownSessions.endOthers);
  return (
    <ConfirmDestructive
      open={open}
      title={t('sessions:own.endOthersTitle')}
      lost={t('sessions:own.endOthersLost')}
      action={t('sessions:own.endOthers')}
      onConfirm={async () => {
        const { ended } = await endOthers({});
        toasts.done(t('sessions:own.endedOthers', { count: ended }));
      }}
      onClose={onClose}
    />
  );
}
