import { SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import type { Entries } from '../field-store/entries.queries.ts';
import type { FieldEntry, Pack } from '../field-store/field-store.parts.ts';
import { EntryRow } from './EntryRow.tsx';
import { RoundEntry } from './RoundSheet.tsx';

/** Everything that was entered in this browser: what needs a decision, what waits, what the server has. */
export function EntryList({
  pack,
  entries: { entries, rounds, areRead, isSending, stoppedAt, sendNow },
  onAgain,
}: {
  pack: Pack;
  entries: Entries;
  /** The server is asked again, where it could not be reached. */
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  if (!areRead) return null;
  if (entries.length + rounds.length === 0)
    return <Empty title={t('fieldWork:entries.none')} why={t('fieldWork:entries.noneWhy')} />;
  const wrong = entries.filter(({ state }) => state === 'differs' || state === 'refused');
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const left = waiting.length + rounds.filter(({ state }) => state === 'waiting').length;
  const sent = entries.filter(({ state }) => state === 'sent').toReversed();
  return (
    <>
      {left > 0 && (
        <div className="fld-sending">
          <p role="status">{t('fieldWork:entries.waiting', { count: left })}</p>
          {stoppedAt !== null && stoppedAt !== undefined && <p className="pl-2 pl-sm">{wordsOf(stoppedAt, t).words}</p>}
          <Button
            icon={<SendOutlined />}
            loading={isSending}
            onClick={() => {
              onAgain();
              sendNow();
            }}
          >
            {t('fieldWork:entries.send')}
          </Button>
        </div>
      )}
      {rounds.length > 0 && (
        <section aria-label={t('fieldWork:tasks.inspections')}>
          <h2>
            {t('fieldWork:tasks.inspections')} <span className="pl-count">{rounds.length}</span>
          </h2>
          <ul className="fld-list">
            {rounds.map((round) => (
              <RoundEntry key={round.id} round={round} pack={pack} />
            ))}
          </ul>
        </section>
      )}
      <Group title={t('fieldWork:entries.decide')} entries={wrong} pack={pack} />
      <Group title={t('fieldWork:state.waiting')} entries={waiting} pack={pack} />
      <Group title={t('fieldWork:state.sent')} entries={sent} pack={pack} />
    </>
  );
}

function Group({ title, entries, pack }: { title: string; entries: readonly FieldEntry[]; pack: Pack }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title} <span className="pl-count">{entries.length}</span>
      </h2>
      <ul className="fld-list">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} timeZone={pack.open.project.timeZone} />
        ))}
      </ul>
    </section>
  );
}
