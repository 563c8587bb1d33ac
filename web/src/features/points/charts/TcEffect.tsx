import { fieldsOf } from '@plumbline/contract/families';
import { type Point, points } from '@plumbline/contract/points';
import type { TemperatureCompensation } from '@plumbline/contract/points.settings';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatSpan, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { queryFor } from '../../../kernel/queries.ts';

const hourMs = 3_600_000;

/** What a compensation would make of the latest value: value - coefficient * (temperature - reference). */
export function TcEffect({ point, tc }: { point: Point; tc: Partial<TemperatureCompensation> }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const otherId = tc.temperaturePointId ?? null;
  const asked = useQuery({ ...queryFor(points.get, { pointId: otherId ?? point.id }), enabled: otherId !== null });
  const other = otherId === null ? point : asked.data?.measuringPoint;
  if (!other) return null;
  const latestOf = (of: Point, key: string | undefined): number | null => {
    const place = fieldsOf(of.family, of.nodeCount).findIndex((field) => field.key === key);
    return of.latest?.values[place] ?? null;
  };
  const field = fieldsOf(point.family, point.nodeCount).find(({ key }) => key === tc.field);
  const value = latestOf(point, tc.field);
  const temperature = latestOf(other, tc.temperatureField);
  const { coefficient, reference } = tc;
  const words =
    value === null || !field || !point.latest
      ? t('charts:tc.noValue')
      : temperature === null || !other.latest
        ? t('charts:tc.noTemperature')
        : typeof coefficient === 'number' && typeof reference === 'number'
          ? t('charts:tc.effect', {
              value: formatNumber(value, field.precision),
              after: formatNumber(value - coefficient * (temperature - reference), field.precision),
              unit: field.unit,
              temperature: formatNumber(temperature, 1),
              time: formatTime(other.latest.at, project.timeZone),
            })
          : null;
  const apartMs =
    point.latest && other.latest ? Math.abs(Date.parse(point.latest.at) - Date.parse(other.latest.at)) : 0;
  if (words === null) return null;
  return (
    <p className="pl-notice" role="status">
      {words}
      {apartMs > hourMs && ` ${t('charts:tc.apart', { span: formatSpan(apartMs / 1000, language) })}`}
    </p>
  );
}
