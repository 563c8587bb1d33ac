import {
  decimals,
  encodings,
  type FileReading,
  type ImportLayout,
  isSeriesFormat,
  separators,
} from '@plumbline/contract/readings/imports.mapping';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Setting, SettingChoice } from './Setting.tsx';

interface ReadingSettingsProps {
  layout: ImportLayout;
  onChange: (change: FileReading) => void;
}

const separatorWords = { '\t': 'tab', ',': 'comma', ';': 'semicolon', '|': 'bar' } as const;

/** How the lines of a file become cells. Each format has only the settings that apply to it. */
export function ReadingSettings({ layout, onChange }: ReadingSettingsProps) {
  const { t } = useTranslation();
  const { format, reading } = layout;
  return (
    <div className="imp-settings">
      <Setting name={t('imports:format')}>
        <b>{t(`imports:formats.${format}`)}</b>
      </Setting>
      {(format === 'csv' || format === 'toa5') && (
        <SettingChoice
          size="small"
          name={t('imports:encoding')}
          value={reading.encoding}
          options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(encoding) => onChange({ encoding })}
        />
      )}
      {layout.sheets.length > 1 && (
        <SettingChoice
          size="small"
          minPx={240}
          popupMatchSelectWidth={false}
          name={t('imports:sheet')}
          value={reading.sheet}
          options={layout.sheets.map((value) => ({ value, label: value }))}
          // Another sheet is laid out in its own way.
          onChange={(sheet) => onChange({ sheet, headerLine: undefined, firstDataLine: undefined })}
        />
      )}
      {format === 'csv' && <CellSettings layout={layout} onChange={onChange} />}
      <NumberSettings layout={layout} onChange={onChange} />
      <LineSettings layout={layout} onChange={onChange} />
    </div>
  );
}

/** What is between the cells of a line, and inside their numbers. */
function CellSettings({ layout: { reading }, onChange }: ReadingSettingsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SettingChoice
        size="small"
        name={t('imports:separator')}
        value={reading.separator}
        options={separators.map((value) => ({ value, label: t(`imports:separators.${separatorWords[value]}`) }))}
        onChange={(separator) => onChange({ separator })}
      />
      <SettingChoice
        size="small"
        name={t('imports:decimal')}
        value={reading.decimal}
        options={decimals.map((value) => ({ value, label: value === '.' ? '1.5' : '1,5' }))}
        onChange={(decimal) => onChange({ decimal })}
      />
    </>
  );
}

/** Which numbers are none, and whether thousands stand in groups. */
function NumberSettings({ layout: { format, reading, marks }, onChange }: ReadingSettingsProps) {
  const { t } = useTranslation();
  const options = [...new Set([...marks.map(({ text }) => text), ...reading.noValue])];
  return (
    <>
      <SettingChoice<string[]>
        size="small"
        mode="tags"
        minPx={160}
        name={t('imports:noValue')}
        title={t('imports:noValueNote')}
        value={reading.noValue}
        options={options.map((value) => ({ value, label: value }))}
        onChange={(noValue) => onChange({ noValue: noValue.map((each) => each.trim()).filter(isMark) })}
      />
      <SettingChoice
        size="small"
        name={t('imports:otherMarks')}
        value={reading.otherMarks}
        options={(['refuse', 'value'] as const).map((value) => ({ value, label: t(`imports:otherMark.${value}`) }))}
        onChange={(otherMarks) => onChange({ otherMarks })}
      />
      {!isSeriesFormat(format) && (
        <SettingChoice
          size="small"
          name={t('imports:grouped')}
          value={reading.grouped ? 'yes' : 'no'}
          options={[
            { value: 'no', label: t('imports:groupedChoice.no') },
            {
              value: 'yes',
              label: t('imports:groupedChoice.yes', { example: reading.decimal === ',' ? '2.717' : '2,717' }),
            },
          ]}
          onChange={(grouped) => onChange({ grouped: grouped === 'yes' })}
        />
      )}
    </>
  );
}

const isMark = (text: string): boolean => text !== '' && text.length <= 20;

/** Which line names the columns, and where data begins. */
function LineSettings({ layout: { format, reading }, onChange }: ReadingSettingsProps) {
  const { t } = useTranslation();
  return (
    <>
      {!isSeriesFormat(format) && format !== 'toa5' && (
        <Setting name={t('imports:headerLine')}>
          <InputNumber
            size="small"
            min={1}
            aria-label={t('imports:headerLine')}
            placeholder={t('imports:noHeader')}
            value={reading.headerLine}
            onChange={(value) => onChange({ headerLine: value, firstDataLine: (value ?? 0) + 1 })}
          />
        </Setting>
      )}
      {!isSeriesFormat(format) && (
        <Setting name={t('imports:firstDataLine')}>
          <InputNumber
            size="small"
            min={1}
            aria-label={t('imports:firstDataLine')}
            value={reading.firstDataLine}
            onChange={(value) => value && onChange({ firstDataLine: value })}
          />
        </Setting>
      )}
    </>
  );
}
