import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { Processing } from '@plumbline/contract/points/points.settings';
import { Checkbox, InputNumber, Select } from 'antd';
import { NoFormStyle } from 'antd/es/form/context';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';
import { wordKey } from '../../kernel/words.ts';
import { wrongPlaces } from './quality-places.ts';

type Quality = Processing['quality'];
type Tests = Quality['fields'][string];
type TestName = keyof Tests;

/** What each test is asked for, with the unit: `u` = the field's own, `/` = per hour or day. */
const inputs: Readonly<Record<TestName, readonly (readonly [key: string, unit: 'u' | '/' | ''])[]>> = {
  range: [
    ['failMin', 'u'],
    ['suspectMin', 'u'],
    ['suspectMax', 'u'],
    ['failMax', 'u'],
  ],
  spike: [
    ['window', ''],
    ['suspect', 'u'],
    ['fail', 'u'],
    ['confirm', ''],
  ],
  rate: [
    ['suspect', '/'],
    ['fail', '/'],
  ],
  flat: [
    ['tolerance', 'u'],
    ['suspectCount', ''],
    ['failCount', ''],
  ],
};
const begins: Readonly<Record<TestName, object>> = {
  range: {},
  spike: { window: 7, confirm: 3 },
  rate: { per: 'hour' },
  flat: { tolerance: 0 },
};
const testNames = Object.keys(inputs) as TestName[];
const usualClock = { aheadSeconds: 300, backward: true };

interface Editing {
  readonly value: Quality;
  readonly onChange: (value: Quality) => void;
  readonly closed: boolean;
}

/** The tests of one field at a time, and those of the point as a whole. A test that is not ticked is not run. */
export function QualityInput({ point, ...editing }: { point: Point } & Editing) {
  const fields = fieldsOf(point.family, point.nodeCount);
  const [chosen, setChosen] = useState(point.mainField);
  const field = fields.find(({ key }) => key === chosen) ?? fields[0];
  return (
    <NoFormStyle status>
      <div>
        <FieldChoice point={point} value={editing.value} chosen={field?.key ?? chosen} onChoose={setChosen} />
        <div className="pt-tests">
          {field && testNames.map((test) => <FieldTest key={test} {...editing} field={field} test={test} />)}
        </div>
        <div className="pt-tests">
          <GapTest {...editing} />
          <ClockTest {...editing} />
        </div>
      </div>
    </NoFormStyle>
  );
}

/** The fields of the point, each with how many tests it has. */
function FieldChoice({
  point,
  value,
  chosen,
  onChoose,
}: {
  point: Point;
  value: Quality;
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const fields = fieldsOf(point.family, point.nodeCount);
  const wordOf = (key: string): string => {
    const tests = value.fields[key];
    return `${fieldWord(point.family, key)}${tests ? ` · ${Object.keys(tests).length}` : ''}`;
  };
  return (
    <div className="pl-row" style={{ marginBottom: 12 }}>
      <span className="pl-2">{t('points:rule.field')}</span>
      <Select
        style={{ minWidth: 220 }}
        aria-label={t('points:rule.field')}
        showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
        value={chosen}
        onChange={onChoose}
        options={fields.map(({ key }) => ({ value: key, label: wordOf(key) }))}
      />
    </div>
  );
}

/** A test with its box: ticked it asks for its numbers, else it says what it would find. */
function Test({
  name,
  isOn,
  closed,
  onToggle,
  children,
}: {
  name: TestName | 'gap' | 'clock';
  isOn: boolean;
  closed: boolean;
  onToggle: (on: boolean) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <Checkbox checked={isOn} disabled={closed} onChange={(event) => onToggle(event.target.checked)}>
        {t(`points:test.${name}`)}
      </Checkbox>
      <div className="inputs">
        {isOn ? children : <span className="pl-3 pl-sm">{t(`points:test.${name}Help`)}</span>}
      </div>
    </div>
  );
}

function TestNumber({
  label,
  place,
  unit,
  now,
  onChange,
  editing: { value, closed },
}: {
  label: string;
  /** As the judge names it: `fields.level.range.failMin`. */
  place: string;
  unit: string;
  now: unknown;
  onChange: (number: number | null) => void;
  editing: Editing;
}) {
  const wrong = wrongPlaces(value);
  return (
    <InputNumber
      // Told by its own place alone: the form's error would paint every field of the tab.
      status={wrong.has(place) || wrong.has(place.slice(0, place.lastIndexOf('.'))) ? 'error' : ''}
      prefix={<span className="pl-3 pl-sm">{label}</span>}
      aria-label={label}
      suffix={unit}
      value={(now as number | null | undefined) ?? null}
      readOnly={closed}
      onChange={(next) => onChange(next as number | null)}
    />
  );
}

/** One test of one field. */
function FieldTest({ field, test, ...editing }: Editing & { field: Field; test: TestName }) {
  const { t } = useTranslation();
  const { value, onChange, closed } = editing;
  const tests: Tests = value.fields[field.key] ?? {};
  const now = tests[test] as Record<string, unknown> | undefined;
  const set = (next: Tests): void => {
    const { [field.key]: _, ...others } = value.fields;
    onChange({ ...value, fields: Object.keys(next).length === 0 ? others : { ...others, [field.key]: next } });
  };
  const toggle = (on: boolean): void => {
    const { [test]: _, ...others } = tests;
    set(on ? { ...others, [test]: begins[test] } : others);
  };
  const put = (part: object): void => set({ ...tests, [test]: { ...now, ...part } } as Tests);
  const unitOf = { u: field.unit, '/': `${field.unit}/${now?.per === 'day' ? 'd' : 'h'}`, '': '' };
  return (
    <Test name={test} isOn={now !== undefined} closed={closed} onToggle={toggle}>
      {test === 'rate' && (
        <Select
          aria-label={t('points:test.per')}
          value={now?.per as string}
          disabled={closed}
          style={{ width: 120 }}
          options={['hour', 'day'].map((per) => ({ value: per, label: t(wordKey(`points:test.per_${per}`)) }))}
          onChange={(per) => put({ per })}
        />
      )}
      {inputs[test].map(([name, unit]) => (
        <TestNumber
          key={name}
          label={t(wordKey(`points:test.${name}`))}
          place={`fields.${field.key}.${test}.${name}`}
          unit={unitOf[unit]}
          now={now?.[name]}
          onChange={(next) => put({ [name]: next })}
          editing={editing}
        />
      ))}
    </Test>
  );
}

/** Silence that is longer than so many intervals. */
function GapTest(editing: Editing) {
  const { t } = useTranslation();
  const { value, onChange, closed } = editing;
  return (
    <Test
      name="gap"
      isOn={value.gap !== null}
      closed={closed}
      onToggle={(on) => onChange({ ...value, gap: on ? { factor: 3 } : null })}
    >
      <TestNumber
        label={t('points:test.factor')}
        place="gap.factor"
        unit="×"
        now={value.gap?.factor}
        onChange={(factor) => onChange({ ...value, gap: { factor: factor ?? 3 } })}
        editing={editing}
      />
    </Test>
  );
}

/** Times that are ahead of the clock, or go back. */
function ClockTest(editing: Editing) {
  const { t } = useTranslation();
  const { value, onChange, closed } = editing;
  const clock = value.clock ?? usualClock;
  return (
    <Test
      name="clock"
      isOn={value.clock !== null}
      closed={closed}
      onToggle={(on) => onChange({ ...value, clock: on ? usualClock : null })}
    >
      <TestNumber
        label={t('points:test.ahead')}
        place="clock.aheadSeconds"
        unit="s"
        now={clock.aheadSeconds}
        onChange={(aheadSeconds) =>
          onChange({ ...value, clock: { ...clock, aheadSeconds: aheadSeconds ?? usualClock.aheadSeconds } })
        }
        editing={editing}
      />
      <Checkbox
        checked={clock.backward}
        disabled={closed}
        onChange={(event) => onChange({ ...value, clock: { ...clock, backward: event.target.checked } })}
      >
        {t('points:test.backward')}
      </Checkbox>
    </Test>
  );
}
