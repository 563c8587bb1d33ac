import type { Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { TemperatureCompensation } from '@plumbline/contract/points/points.settings';
import { history } from '@plumbline/contract/readings/history';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatDay, formatNumber, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { read } from '../../../kernel/reads.ts';
import { wordKey } from '../../../kernel/words.ts';

interface Editing {
  readonly value: TemperatureCompensation;
  readonly onChange: (value: TemperatureCompensation) => void;
  readonly closed: boolean;
}

/** Edits temperature compensation: the field, the temperature and the coefficient; an estimate from the readings is one click away. */
export function TemperatureInput({
  point,
  fields,
  temperatures,
  ...editing
}: { point: Point; fields: readonly Field[]; temperatures: readonly Field[] } & Editing) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { value, onChange, closed } = editing;
  const put = (part: Partial<TemperatureCompensation>): void =>
    onChange({ ...value, temperaturePointId: null, ...part });
  const unit = fields.find(({ key }) => key === value.field)?.unit ?? '';
  const choice = (prop: 'field' | 'temperatureField', of: readonly Field[]) => (
    <Select
      aria-label={t(wordKey(`corrections:tc.${prop}`))}
      prefix={<span className="pl-3 pl-sm">{t(wordKey(`corrections:tc.${prop}`))}</span>}
      disabled={closed}
      value={value[prop]}
      onChange={(key) => put({ [prop]: key })}
      options={of.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) }))}
    />
  );
  const number = (prop: 'coefficient' | 'reference', suffix: string) => (
    <InputNumber
      aria-label={t(wordKey(`corrections:tc.${prop}`))}
      prefix={<span className="pl-3 pl-sm">{t(wordKey(`corrections:tc.${prop}`))}</span>}
      suffix={suffix}
      value={value[prop]}
      readOnly={closed}
      onChange={(next) => put({ [prop]: next as number })}
    />
  );
  return (
    <div className="cor-tc">
      <Checkbox checked={value.enabled} disabled={closed} onChange={(event) => put({ enabled: event.target.checked })}>
        {t('corrections:tc.enabled')}
      </Checkbox>
      <div className="cor-tc-inputs">
        {choice('field', fields)}
        {choice('temperatureField', temperatures)}
        {number('coefficient', `${unit}/°C`)}
        {number('reference', '°C')}
      </div>
      {!closed && (
        <Estimate
          key={`${value.field} ${value.temperatureField}`}
          point={point}
          value={value}
          unit={unit}
          onUse={put}
        />
      )}
    </div>
  );
}

/** What the readings of the last year say, and a button that takes it. */
function Estimate({
  point,
  value: { field, temperatureField },
  unit,
  onUse,
}: {
  point: Point;
  value: TemperatureCompensation;
  unit: string;
  onUse: (part: Partial<TemperatureCompensation>) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [busy, setBusy] = useState(false);
  const [estimated, setEstimated] = useState<Reply<typeof history.estimateTc> | null>(null);
  const estimate = async (): Promise<void> => {
    setBusy(true);
    try {
      setEstimated(await read(history.estimateTc, { pointId: point.id, field, temperatureField }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  if (!estimated)
    return (
      <Button onClick={estimate} loading={busy}>
        {t('corrections:tc.estimate')}
      </Button>
    );
  const { coefficient, reference, correlation, isWeak, count, from, to, deviationBefore, deviationAfter } = estimated;
  const deviation = (of: number | null) => (of === null ? missing : `${formatNumber(of, 4)} ${unit}`);
  return (
    <div className={isWeak ? 'cor-tc-found pl-notice' : 'cor-tc-found'}>
      <p>
        {t('corrections:tc.found', {
          readings: formatCount(count),
          from: formatDay(from, project.timeZone),
          to: formatDay(to, project.timeZone),
          coefficient: `${formatNumber(coefficient, 6)} ${unit}/°C`,
          correlation: formatNumber(correlation, 2),
        })}{' '}
        {isWeak
          ? t('corrections:tc.weak')
          : t('corrections:tc.effect', { before: deviation(deviationBefore), after: deviation(deviationAfter) })}
      </p>
      {!isWeak && (
        <Button onClick={() => onUse({ coefficient, reference, enabled: true })}>{t('corrections:tc.use')}</Button>
      )}
    </div>
  );
}
