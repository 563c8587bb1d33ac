import {
  ClockCircleOutlined,
  CloseOutlined,
  QuestionOutlined,
  ReloadOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Bar, Pane } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatCount } from '../../../kernel/format.ts';
import type { Counts } from './AnswerStrip.tsx';

const icons = {
  neverReported: QuestionOutlined,
  dataLost: ClockCircleOutlined,
  lowVoltage: WarningOutlined,
  dataRepeat: ReloadOutlined,
  nodeBroken: CloseOutlined,
} as const;
const order = ['dataLost', 'lowVoltage', 'dataRepeat', 'nodeBroken', 'neverReported'] as const;

/** How healthy the watching itself is: ink on paper, never a level colour. */
export function HealthPane({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const bad = counts.devices - counts.devicesHealthy;
  const rows = order.map((status) => ({
    status,
    count: counts.healthStatusStat.find((each) => each.status === status)?.count ?? 0,
  }));
  const max = Math.max(1, ...rows.map(({ count }) => count));
  const link = bad > 0 ? <Link to={to('DeviceHealth')}>{t('stats:toCheck', { count: bad })}</Link> : undefined;
  return (
    <Pane title={t('stats:health')} action={link}>
      {counts.devices === 0 ? (
        <Empty title={t('stats:noDevices')} why={t('stats:noDevicesWhy')}>
          <Link to={to('DeviceWarehouse')}>{t('stats:connect')}</Link>
        </Empty>
      ) : (
        <>
          <div className="pl-row" style={{ alignItems: 'baseline', marginBottom: 8 }}>
            <b style={{ fontSize: 20, lineHeight: '28px', fontWeight: 600 }}>{formatCount(counts.devicesHealthy)}</b>
            <span className="pl-2">{t('stats:ofHealthy', { devices: formatCount(counts.devices) })}</span>
          </div>
          {rows.map(({ status, count }) => {
            const Icon = icons[status];
            return (
              <div key={status} className={`health${count === 0 ? ' pl-3' : ''}`}>
                <span
                  className="tile"
                  style={count === 0 ? { background: 'var(--pl-line)', color: 'var(--pl-text-3)' } : undefined}
                >
                  <Icon />
                </span>
                <span className="pl-ell">{t(`common:health.${status}`)}</span>
                <Bar share={count / max} />
                <span className="pl-num pl-b">{count}</span>
              </div>
            );
          })}
          <div
            className="pl-row pl-sm pl-3"
            style={{ borderTop: '1px solid var(--pl-line)', marginTop: 8, height: 34 }}
          >
            <span className="pl-gap">{t('stats:silent')}</span>
            <span>{counts.silentOver24h}</span>
          </div>
        </>
      )}
    </Pane>
  );
}
