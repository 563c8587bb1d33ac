import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  QuestionOutlined,
  ReloadOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { type SignalGrade, signalGradeDb, signalGradeDbm } from '@plumbline/science/health/signal';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShort, formatTime, formatZone, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';

/** How a device is, drawn in ink: health, signal, battery. Invariant: never a level colour, and never colour alone. */
const icons = {
  normal: CheckOutlined,
  neverReported: QuestionOutlined,
  lowVoltage: WarningOutlined,
  dataLost: ClockCircleOutlined,
  dataRepeat: ReloadOutlined,
  nodeBroken: CloseOutlined,
} as const;

export function HealthTile({ health }: { health: Device['health'] }) {
  const Icon = icons[health];
  const style = health === 'normal' ? '' : health === 'neverReported' ? ' unknown' : ' bad';
  return (
    <span className={`dv-tile${style}`} aria-hidden="true">
      <Icon />
    </span>
  );
}

/** The tile and its word; unhealthy is an inverse tile, never reported a dashed one. */
export function Health({ health }: { health: Device['health'] }) {
  const { t } = useTranslation();
  return (
    <span className={`pl-row dv-health${health === 'normal' || health === 'neverReported' ? ' pl-2' : ' pl-b'}`}>
      <HealthTile health={health} />
      {t(`common:health.${health}`)}
    </span>
  );
}

const barsOf: Readonly<Record<SignalGrade, number>> = { unknown: 0, poor: 1, good: 3, excellent: 4 };

type Signal = Pick<Device, 'signal' | 'signalUnit'>;

/** The grade of a signal in the unit that the device reports it in (specification 9). */
export const gradeOf = ({ signal, signalUnit }: Signal): SignalGrade =>
  signal === null ? 'unknown' : signalUnit === 'dB' ? signalGradeDb(signal) : signalGradeDbm(signal);

/** Four bars: poor 1, good 3, excellent 4; the number beside them, with its unit where that is not the usual dBm. */
export function SignalMark({ signal, signalUnit }: Signal) {
  const { t } = useTranslation();
  const grade = gradeOf({ signal, signalUnit });
  const full = barsOf[grade];
  return (
    <span className="pl-row" title={t(`devices:grade.${grade}`)}>
      <svg width="18" height="12" viewBox="0 0 18 12" role="img" aria-label={t(`devices:grade.${grade}`)}>
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.6}
            y={9 - bar * 3}
            width="3"
            height={3 + bar * 3}
            fill={bar < full ? 'var(--pl-text-2)' : 'var(--pl-line-2)'}
          />
        ))}
      </svg>
      <span className={`dv-number ${signal === null ? 'pl-3' : 'pl-2'}`}>
        {formatNumber(signal, 0)}
        {signal !== null && signalUnit === 'dB' && ' dB'}
      </span>
    </span>
  );
}

const batteryLow = 20;

/** A battery filled to its per cent; bold under 20. */
export function BatteryMark({ percent }: { percent: number | null }) {
  const low = percent !== null && percent < batteryLow;
  return (
    <span className="pl-row">
      <svg width="24" height="12" viewBox="0 0 24 12" aria-hidden="true">
        <rect x=".5" y=".5" width="20" height="11" rx="1.5" fill="none" stroke="var(--pl-line-control)" />
        <rect x="21.5" y="3.5" width="2" height="5" fill="var(--pl-line-control)" />
        {percent !== null && (
          <rect
            x="2"
            y="2"
            width={(17 * percent) / 100}
            height="8"
            fill={low ? 'var(--pl-text)' : 'var(--pl-text-3)'}
          />
        )}
      </svg>
      <span className={`dv-number ${percent === null ? 'pl-3' : low ? 'pl-bb' : 'pl-2'}`}>
        {formatNumber(percent, 0)}
      </span>
    </span>
  );
}

/** Connected is a filled dot, not connected a ring; each with its word. */
export function Connected({ connection }: { connection: Device['connection'] }) {
  const { t } = useTranslation();
  return (
    <span className={`pl-row dv-health ${connection === 'connected' ? 'pl-2' : 'pl-3'}`}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <circle
          cx="4"
          cy="4"
          r="3.25"
          fill={connection === 'connected' ? 'var(--pl-text-2)' : 'none'}
          stroke="var(--pl-text-3)"
          strokeWidth="1"
        />
      </svg>
      {t(`devices:connection.${connection}`)}
    </span>
  );
}

/** When a device last sent something, with the day. Old is dashed where its data counts as lost. */
export function LastSeen({ device, zone }: { device: Device; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const at = device.lastSeenAt;
  if (at === null) return <span className="pl-3">{missing}</span>;
  const full = formatTime(at, zone);
  return (
    <span className={`pl-value ${device.health === 'dataLost' ? 'stale' : ''}`}>
      <i
        title={`${full} ${formatZone(zone, at)}${device.health === 'dataLost' ? ` · ${t('common:health.dataLost')}` : ''}`}
      >
        {formatShort(at, zone, language)}
      </i>
    </span>
  );
}
