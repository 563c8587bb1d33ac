import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import type { FamilyCode, Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { plainChange } from '@plumbline/science/series/rates';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatChange, formatNumber, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import { readNumber } from '../../../kernel/typed-number.ts';
import { isEmptyDraft, keepDraft, noDraft, type ReadingDraft, readDraft } from '../field-store/draft.parts.ts';
import { type FieldEntry, type Pack, putEntry } from '../field-store/field-store.parts.ts';
import { formFields, withComputed } from './form-fields.ts';
import { TimeField } from './TimeField.tsx';

/** The most that a value may be, as the contract has it. */
const most = 1e15;

const listOf = (language: string, words: readonly string[]): string => new Intl.ListFormat(language).format(words);

type Typed = Readonly<Record<string, number | string | null>>;
const isWrong = (value: number | string | null | undefined): boolean =>
  typeof value === 'string' || (typeof value === 'number' && Math.abs(value) > most);

/** Values of a point that people read. Each stands beside the last one, so that a slip is seen before it is sent. */
// Long because it is one form from top to foot.
export function ReadingForm({
  pack,
  point,
  fields,
  entered,
}: {
  pack: Pack;
  point: Point;
  fields: readonly Field[];
  /** What was entered last in this browser. */
  entered: FieldEntry | undefined;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fieldWord = useFieldWord();
  const { draft, typedBefore, change, canSave, isBusy, save, discard } = useReading(pack, point, fields);
  const enteredKeys = entered?.kind === 'reading' ? Object.keys(entered.values) : [];
  const { first, others, computed } = formFields(fields, point.latest?.values ?? null, enteredKeys);
  const [areUnfolded, setUnfolded] = useState(() => others.some(({ key }) => (draft.texts[key] ?? '') !== ''));
  const shownFields = areUnfolded ? [...first, ...others] : first;
  return (
    <form
      className="fld-form"
      aria-label={t('fieldWork:reading.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isBusy) void save();
      }}
    >
      <h2>{t('fieldWork:reading.title')}</h2>
      {typedBefore !== null && !isEmptyDraft(draft) && (
        <p className="fld-note" role="status">
          {t('fieldWork:reading.found', { time: formatTime(typedBefore, pack.open.project.timeZone).slice(0, 16) })}
        </p>
      )}
      {shownFields.map((field) => (
        <ValueField
          key={field.key}
          family={point.family}
          field={field}
          last={point.latest?.values[fields.indexOf(field)] ?? null}
          text={draft.texts[field.key] ?? ''}
          onChange={(text) => change({ texts: { ...draft.texts, [field.key]: text } })}
        />
      ))}
      {others.length > 0 && !areUnfolded && (
        <Button type="text" block icon={<DownOutlined />} onClick={() => setUnfolded(true)}>
          {t('fieldWork:reading.others', { count: others.length })}
        </Button>
      )}
      {computed.length > 0 && (
        <p className="pl-3 pl-sm">
          {t('fieldWork:reading.computed', {
            fields: listOf(
              language,
              computed.map(({ key }) => fieldWord(point.family, key)),
            ),
          })}
        </p>
      )}
      <TimeField at={draft.at} timeZone={pack.open.project.timeZone} onChange={(at) => change({ at })} />
      <label>
        <span className="pl-sm pl-2">{t('fieldWork:note')}</span>
        <input
          className="fld-input"
          value={draft.note}
          maxLength={200}
          onChange={(event) => change({ note: event.target.value })}
        />
      </label>
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        icon={<CheckOutlined />}
        disabled={!canSave}
        loading={isBusy}
      >
        {t('fieldWork:reading.save')}
      </Button>
      {!isEmptyDraft(draft) && <ThrowAway onSure={discard} />}
    </form>
  );
}

/** What is typed goes by nothing but its saving, or this. */
function ThrowAway({ onSure }: { onSure: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button type="text" block onClick={() => setAsking(true)}>
        {t('fieldWork:reading.discard')}
      </Button>
    );
  return (
    <div className="fld-acts">
      <Button danger onClick={onSure}>
        {t('fieldWork:entries.discardSure')}
      </Button>
      <Button type="text" onClick={() => setAsking(false)}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}

/** A value that was found here is of the time at which it was typed, unless somebody says otherwise. */
function firstDraft(userId: number, pointId: number): ReadingDraft {
  const draft = readDraft(userId, pointId);
  const isOld = draft.typedAt !== null && serverNow() - draft.typedAt > minuteMs;
  return isOld && draft.at === null ? { ...draft, at: draft.typedAt } : draft;
}

/** What is typed, kept in this browser while it is, and its saving. `typedBefore` = when it was typed, if it was here when the sheet opened. */
function useReading(pack: Pack, point: Point, fields: readonly Field[]) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [draft, setDraft] = useState<ReadingDraft>(() => firstDraft(pack.userId, point.id));
  const [typedBefore] = useState(() => draft.typedAt);
  const [isBusy, setBusy] = useState(false);
  const replace = (next: ReadingDraft): void => {
    setDraft(next);
    keepDraft(pack.userId, point.id, next);
  };
  const typed: Typed = Object.fromEntries(fields.map(({ key }) => [key, readNumber(draft.texts[key] ?? '')]));
  const values = Object.fromEntries(
    Object.entries(typed).filter((each): each is [string, number] => typeof each[1] === 'number'),
  );
  const isAhead = draft.at !== null && draft.at > serverNow() + 60_000;
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const all = withComputed(fields, values);
      await putEntry({ ...entryOf(pack, point, draft), kind: 'reading', values: all, overwrite: false });
      replace(noDraft);
      toasts.done(t('fieldWork:reading.saved', { name: point.name }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  }
  return {
    draft,
    isBusy,
    save,
    typedBefore,
    discard: () => replace(noDraft),
    change: (part: Partial<ReadingDraft>) => replace({ ...draft, typedAt: draft.typedAt ?? serverNow(), ...part }),
    canSave: Object.keys(values).length > 0 && !Object.values(typed).some(isWrong) && !isAhead,
  };
}

/** Returns the fields of every entry. `at` null in the draft = now. */
export function entryOf(
  pack: Pack,
  { id, name, family, nodeCount }: Point,
  { at, note }: { at: number | null; note: string },
) {
  return {
    id: newId(),
    userId: pack.userId,
    userName: pack.userName,
    projectId: pack.projectId,
    point: { id, name, family, nodeCount },
    at: new Date(at ?? serverNow()).toISOString(),
    note: note.trim(),
    madeAt: Date.now(),
    state: 'waiting',
    sentAt: null,
    failure: null,
  } as const;
}

/** Browsers make UUIDs on pages that came over TLS alone. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function ValueField({
  family,
  field: { key, unit, precision, period },
  last,
  text,
  onChange,
}: {
  family: FamilyCode;
  field: Field;
  last: number | null;
  text: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const value = readNumber(text);
  const wrong = isWrong(value);
  return (
    <label className="fld-value">
      <span>
        {fieldWord(family, key)} {unit !== '' && <span className="pl-3">{unit}</span>}
      </span>
      <input
        className="fld-input pl-num"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        aria-invalid={wrong}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={`pl-sm ${wrong ? 'pl-wrong' : 'pl-2'}`} role={wrong ? 'alert' : undefined}>
        {wrong
          ? t('fieldWork:reading.noNumber')
          : last === null
            ? t('fieldWork:reading.noLast')
            : typeof value === 'number'
              ? t('fieldWork:reading.change', {
                  last: formatNumber(last, precision),
                  change: formatChange(plainChange(last, value, period ?? null), precision),
                  unit,
                })
              : t('fieldWork:reading.last', { last: formatNumber(last, precision), unit })}
      </span>
    </label>
  );
}
