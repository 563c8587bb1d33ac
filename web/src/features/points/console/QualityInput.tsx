import { fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import type { Processing } from '@plumbline/contract/points.settings';
import { Checkbox, InputNumber, Select } from 'antd';
import { NoFormStyle } from 'antd/es/form/context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { wordKey } from '../../../kernel/words.ts';
import { wrongPlaces } from './quality-places.ts';

type Quality = Processing['quality'];
type Tests = Quality['fields'][string];
type Test = keyof Tests;

/** What each test is asked for, with the unit: `u` = the field's own, `/` = per hour or day. */
const inputs: Readonly<Record<Test, readonly (readonly [key: string, unit: 'u' | '/' | ''])[]>> = {
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
const begins: Readonly<Record<Test, object>> = {
  range: {},
  spike: { window: 7, confirm: 3 },
  rate: { per: 'hour' },
  flat: { tolerance: 0 },
};
const testNames = Object.keys(inputs) as Test[];

/** The tests of one field at a time, and those of the point as a whole. A test that is not ticked is not run. */
export function QualityInput({
  point,
  value,
  onChange,
  closed,
}: {
  point: Point;
  value: Quality;
  onChange: (value: Quality) => void;
  closed: boolean;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const fields = fieldsOf(point.family, point.nodeCount);
  const [chosen, setChosen] = useState(point.mainField);
  const field = fields.find(({ key }) => key === chosen) ?? fields[0];
  const key = field?.key ?? chosen;
  const tests: Tests = value.fields[key] ?? {};
  const set = (next: Tests): void => {
    const { [key]: _, ...others } = value.fields;
    onChange({ ...value, fields: Object.keys(next).length === 0 ? others : { ...others, [key]: next } });
  };
  const toggle = (test: Test, on: boolean): void => {
    const { [test]: _, ...others } = tests;
    set(on ? { ...others, [test]: begins[test] } : others);
  };
  const wrong = wrongPlaces(value);
  const number = (
    label: string,
    place: string,
    now: unknown,
    unit: string,
    onNumber: (number: number | null) => void,
  ) => (
    <InputNumber
      key={label}
      // Told by its own place alone: the form's error would paint every field of the tab.
      status={wrong.has(place) || wrong.has(place.slice(0, place.lastIndexOf('.'))) ? 'error' : ''}
      prefix={<span className="pl-3 pl-sm">{label}</span>}
      aria-label={label}
      suffix={unit}
      value={(now as number | null | undefined) ?? null}
      readOnly={closed}
      onChange={(next) => onNumber(next as number | null)}
    />
  );
  return (
    <NoFormStyle status>
      <div>
        <div className="pl-row" style={{ marginBottom: 12 }}>
          <span className="pl-2">{t('points:rule.field')}</span>
          <Select
            style={{ minWidth: 220 }}
            aria-label={t('points:rule.field')}
            showSearch={fields.length > 8 ? { optionFilterProp: 'label' } : false}
            value={key}
            onChange={setChosen}
            options={fields.map((each) => ({
              value: each.key,
              label: `${fieldWord(point.family, each.key)}${value.fields[each.key] ? ` · ${Object.keys(value.fields[each.key]!).length}` : ''}`,
            }))}
          />
        </div>
        <div className="pt-tests">
          {testNames.map((test) => {
            const now = tests[test] as Record<string, unknown> | undefined;
            const put = (part: object): void => set({ ...tests, [test]: { ...now, ...part } } as Tests);
            return (
              <div key={test}>
                <Checkbox
                  checked={now !== undefined}
                  disabled={closed}
                  onChange={(e) => toggle(test, e.target.checked)}
                >
                  {t(`points:test.${test}`)}
                </Checkbox>
                <div className="inputs">
                  {now === undefined ? (
                    <span className="pl-3 pl-sm">{t(`points:test.${test}Help`)}</span>
                  ) : (
                    <>
                      {test === 'rate' && (
                        <Select
                          aria-label={t('points:test.per')}
                          value={now.per as string}
                          disabled={closed}
                          style={{ width: 120 }}
                          options={['hour', 'day'].map((per) => ({
                            value: per,
                            label: t(wordKey(`points:test.per_${per}`)),
                          }))}
                          onChange={(per) => put({ per })}
                        />
                      )}
                      {inputs[test].map(([name, unit]) =>
                        number(
                          t(wordKey(`points:test.${name}`)),
                          `fields.${key}.${test}.${name}`,
                          now[name],
                          unit === 'u'
                            ? (field?.unit ?? '')
                            : unit === '/'
                              ? `${field?.unit}/${now.per === 'day' ? 'd' : 'h'}`
                              : '',
                          (next) => put({ [name]: next }),
                        ),
                      )}
                    </>
                  )}
                </div>
              </div>
            );
          })}
        </div>
        <div className="pt-tests">
          <div>
            <Checkbox
              checked={value.gap !== null}
              disabled={closed}
              onChange={(event) => onChange({ ...value, gap: event.target.checked ? { factor: 3 } : null })}
            >
              {t('points:test.gap')}
            </Checkbox>
            <div className="inputs">
              {value.gap === null ? (
                <span className="pl-3 pl-sm">{t('points:test.gapHelp')}</span>
              ) : (
                number(t('points:test.factor'), 'gap.factor', value.gap.factor, '×', (factor) =>
                  onChange({ ...value, gap: { factor: factor ?? 3 } }),
                )
              )}
            </div>
          </div>
          <div>
            <Checkbox
              checked={value.clock !== null}
              disabled={closed}
              onChange={(event) =>
                onChange({ ...value, clock: event.target.checked ? { aheadSeconds: 300, backward: true } : null })
              }
            >
              {t('points:test.clock')}
            </Checkbox>
            <div className="inputs">
              {value.clock === null ? (
                <span className="pl-3 pl-sm">{t('points:test.clockHelp')}</span>
              ) : (
                <>
                  {number(t('points:test.ahead'), 'clock.aheadSeconds', value.clock.aheadSeconds, 's', (aheadSeconds) =>
                    onChange({
                      ...value,
                      clock: { backward: value.clock!.backward, aheadSeconds: aheadSeconds ?? 300 },
                    }),
                  )}
                  <Checkbox
                    checked={value.clock.backward}
                    disabled={closed}
                    onChange={(event) =>
                      onChange({ ...value, clock: { ...value.clock!, backward: event.target.checked } })
                    }
                  >
                    {t('points:test.backward')}
                  </Checkbox>
                </>
              )}
            </div>
          </div>
        </div>
      </div>
    </NoFormStyle>
  );
}
