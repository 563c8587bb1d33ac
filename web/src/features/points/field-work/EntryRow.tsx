import { CheckOutlined, ClockCircleOutlined, PictureOutlined, WarningOutlined } from '@ant-design/icons';
import { fieldsOf } from '@plumbline/contract/points/families';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useMaybeSession } from '../../../kernel/session.ts';
import { type FieldEntry, putEntry, type ReadingEntry, removeEntry } from '../field-store/field-store.parts.ts';
import { Thumbnail } from './PhotoForm.tsx';

const icons: Readonly<Record<FieldEntry['state'], ReactNode>> = {
  waiting: <ClockCircleOutlined />,
  sent: <CheckOutlined />,
  differs: <WarningOutlined />,
  refused: <WarningOutlined />,
};

/** One entry: what it is, how far it has come, and what its author may do about it. */
export function EntryRow({ entry, timeZone }: { entry: FieldEntry; timeZone: string }) {
  const { t } = useTranslation();
  const { point, state, at, userId, userName } = entry;
  const me = useMaybeSession()?.user.id;
  const isForeign = me !== undefined && me !== userId;
  const isWrong = state === 'differs' || state === 'refused';
  return (
    <li className="fld-entry" data-state={state}>
      <div className="fld-row">
        {entry.kind === 'photo' &&
          (entry.file ? <Thumbnail file={entry.file} /> : <PictureOutlined className="pl-3" />)}
        <span className="words">
          <b>{point.name}</b>
          {entry.kind === 'reading' ? (
            <Values entry={entry} values={entry.values} />
          ) : (
            <span>{t('fieldWork:entries.photo')}</span>
          )}
          <span className="pl-3 pl-sm">
            {[formatTime(at, timeZone).slice(0, 16), entry.note].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={`fld-state pl-sm ${isWrong ? 'pl-wrong' : 'pl-2'}`}>
          {icons[state]}
          {t(`fieldWork:state.${state}`)}
        </span>
      </div>
      {isForeign && state !== 'sent' && (
        <p className="fld-note pl-sm">{t('fieldWork:entries.foreign', { name: userName })}</p>
      )}
      {entry.failure && <Trouble entry={entry} />}
      {!isForeign && state !== 'sent' && <Acts entry={entry} />}
    </li>
  );
}

function Values({ entry: { point }, values }: { entry: ReadingEntry; values: Readonly<Record<string, unknown>> }) {
  const fieldWord = useFieldWord();
  const fields = fieldsOf(point.family, point.nodeCount).filter(({ key }) => typeof values[key] === 'number');
  return (
    <span className="pl-num">
      {fields
        .map(
          ({ key, unit, precision }) =>
            `${fieldWord(point.family, key)} ${formatNumber(values[key] as number, precision)} ${unit}`,
        )
        .join(', ')}
    </span>
  );
}

/** Why it is not stored; of two values at one time, the other one. */
function Trouble({ entry }: { entry: FieldEntry }) {
  const { t } = useTranslation();
  if (!entry.failure) return null;
  const { name, detail } = entry.failure;
  const theirs = (detail as { values?: Record<string, unknown> | null } | null)?.values;
  return (
    <p className="fld-note" role="alert">
      {wordsOf(failureNamed(name, detail), t).words}
      {entry.state === 'differs' && entry.kind === 'reading' && theirs && (
        <>
          {': '}
          <Values entry={entry} values={theirs} />
        </>
      )}
    </p>
  );
}

function Acts({ entry }: { entry: FieldEntry }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const run = (work: Promise<void>): void => void work.catch(toasts.failed);
  const sendAgain = (overwrite: boolean): void =>
    run(
      putEntry({
        ...entry,
        ...(entry.kind === 'reading' && { overwrite: entry.overwrite || overwrite }),
        state: 'waiting',
        failure: null,
      }),
    );
  return (
    <div className="fld-acts">
      {entry.state === 'differs' && <Button onClick={() => sendAgain(true)}>{t('fieldWork:entries.overwrite')}</Button>}
      {entry.state === 'refused' && <Button onClick={() => sendAgain(false)}>{t('fieldWork:entries.again')}</Button>}
      {isAsking ? (
        <>
          <Button danger onClick={() => run(removeEntry(entry.id))}>
            {t('fieldWork:entries.discardSure')}
          </Button>
          <Button type="text" onClick={() => setAsking(false)}>
            {t('common:cancel')}
          </Button>
        </>
      ) : (
        <Button type="text" onClick={() => setAsking(true)}>
          {t(entry.state === 'differs' ? 'fieldWork:entries.keepTheirs' : 'fieldWork:entries.discard')}
        </Button>
      )}
    </div>
  );
}
