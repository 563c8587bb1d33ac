import { onDuty } from '@plumbline/contract/alerts/on-duty';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** The address at which a calendar program reads the duties of whoever made the link. */
const addressOf = (token: string, rosterId: number | null): string =>
  `${location.origin}/api/on-duty/calendars/${token}/duty.ics${rosterId === null ? '' : `?rosterId=${rosterId}`}`;

interface Roster {
  readonly id: number;
  readonly name: string;
}

/** Makes, renews and ends the calendar link of the caller. */
export function CalendarDialog({ rosters, onClose }: { rosters: readonly Roster[]; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useRead(onDuty.calendar, {});
  const [token, setToken] = useState<string | null>(null);
  return (
    <Modal
      open
      title={t('onDuty:link.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p className="pl-2">{t('onDuty:link.why')}</p>
      {token !== null && <NewLink token={token} rosters={rosters} />}
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ calendar }) => (
          <>
            {token === null && (
              <p>
                {calendar === null
                  ? t('onDuty:link.none')
                  : [
                      t('onDuty:link.made', { at: formatTime(calendar.madeAt) }),
                      calendar.readAt === null
                        ? t('onDuty:link.unread')
                        : t('onDuty:link.read', { at: formatTime(calendar.readAt) }),
                    ].join(' ')}
              </p>
            )}
            <Acts exists={calendar !== null} onToken={setToken} />
          </>
        )}
      </Answer>
    </Modal>
  );
}

function Acts({ exists, onToken }: { exists: boolean; onToken: (token: string | null) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: make, isPending: isMaking } = useWrite(onDuty.makeCalendar);
  const { run: end, isPending: isEnding } = useWrite(onDuty.endCalendar);
  return (
    <>
      <div className="pl-row">
        <Button
          type={exists ? 'default' : 'primary'}
          loading={isMaking}
          onClick={() => void make({}).then(({ token }) => onToken(token), toasts.failed)}
        >
          {t(exists ? 'onDuty:link.renew' : 'onDuty:link.make')}
        </Button>
        {exists && (
          <Button
            danger
            loading={isEnding}
            onClick={() =>
              void end({}).then(() => {
                onToken(null);
                toasts.done(t('onDuty:link.ended'));
              }, toasts.failed)
            }
          >
            {t('onDuty:link.end')}
          </Button>
        )}
      </div>
      {exists && <p className="pl-sm pl-3">{t('onDuty:link.renewWhy')}</p>}
    </>
  );
}

/** A link that was just made: shown this once. */
function NewLink({ token, rosters }: { token: string; rosters: readonly Roster[] }) {
  const { t } = useTranslation();
  const [rosterId, setRosterId] = useState<number | null>(null);
  const address = addressOf(token, rosterId);
  return (
    <>
      <p>{t('onDuty:link.shownOnce')}</p>
      <Select
        aria-label={t('onDuty:link.whose')}
        style={{ width: '100%', marginBottom: 8 }}
        value={rosterId ?? 0}
        options={[
          { value: 0, label: t('onDuty:link.own') },
          ...rosters.map(({ id, name }) => ({ value: id, label: t('onDuty:link.everybodyOn', { name }) })),
        ]}
        onChange={(id) => setRosterId(id === 0 ? null : id)}
      />
      <div className="pl-notice">
        <code className="pl-mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </code>
      </div>
      <div className="pl-row" style={{ marginBlock: 12 }}>
        <CopyButton text={address} />
        <Button size="small" href={address.replace(/^https?:/, 'webcal:')}>
          {t('onDuty:link.subscribe')}
        </Button>
      </div>
    </>
  );
}
