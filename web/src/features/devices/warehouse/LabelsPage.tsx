import '../../../design/paper.css';
import './labels.css';
import { PrinterOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import { deviceLabel } from '@plumbline/science/collect/device-label';
import { Button, Checkbox } from 'antd';
import encodeQR from 'qr';
import { type CSSProperties, memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty, Failed, Partial, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useSession } from '../../../kernel/session.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useDeviceFilter } from './device-filter.ts';
import { useDeviceRows } from './device-rows.queries.ts';

/** Labels on one page: more are printed in several goes. */
const max = 1_000;
/** Width and height, mm: what label printers and sheets of labels have. */
const sizes = { small: [50, 25], medium: [70, 37], large: [100, 50] } as const;
type Size = keyof typeof sizes;

/** QR labels of devices, for printing: those that the warehouse shows, less those that are unticked. */
export default function LabelsPage() {
  const { t } = useTranslation();
  const [size, setSize] = useUrlState<Size>('size', 'small');
  const labels = useLabels();
  const { printed, isWhole } = labels;
  return (
    <Page
      flush
      title={
        <PagePath to={to('DeviceWarehouse')} above={t('warehouse:title')}>
          {t('warehouse:labels.menu')}
        </PagePath>
      }
      note={t('warehouse:labels.count', { count: printed, shown: formatCount(printed) })}
      actions={
        <>
          <Segmented
            label={t('warehouse:labels.size')}
            value={size}
            onChange={setSize}
            options={(Object.keys(sizes) as Size[]).map((each) => ({ value: each, label: sizes[each].join(' × ') }))}
          />
          <Button
            type="primary"
            icon={<PrinterOutlined />}
            disabled={printed === 0 || !isWhole}
            onClick={() => window.print()}
          >
            {t('warehouse:labels.print')}
          </Button>
        </>
      }
    >
      <Sheet labels={labels} size={size} />
    </Page>
  );
}

/** The devices of the warehouse's filter, loaded piece after piece until all are there, and which are left out. */
function useLabels() {
  const { user } = useSession();
  const [chosen] = useUrlState('corporation', '');
  const corporationId = user.type === 'System' ? Number(chosen) || null : user.corporationId;
  const filter = useDeviceFilter();
  const { rows, total = 0, more, error, refetch } = useDeviceRows({ corporationId }, filter.query);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const labelCount = Math.min(total, max);
  const loaded = rows?.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < labelCount) more();
  }, [loaded, labelCount, more]);
  const printedRows = useMemo(() => rows?.slice(0, max), [rows]);
  const toggle = (id: number): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return {
    corporationId,
    shown: printedRows,
    total,
    loaded,
    error,
    refetch,
    left,
    toggle,
    printed: printedRows?.filter(({ id }) => !left.has(id)).length ?? 0,
    /** Every label that can be printed in one go is there. */
    isWhole: loaded >= labelCount,
  };
}

function Sheet({ labels, size }: { labels: ReturnType<typeof useLabels>; size: Size }) {
  const { t } = useTranslation();
  const { corporationId, shown, total, loaded, isWhole, left } = labels;
  const [width, height] = sizes[size];
  if (labels.error && !shown) return <Failed error={labels.error} onRetry={labels.refetch} />;
  if (corporationId === null)
    return <Empty title={t('corporations:choose')} why={t('warehouse:chooseCorporationWhy')} />;
  if (!shown) return <SkeletonRows rows={6} />;
  if (shown.length === 0)
    return (
      <Empty title={t('devices:noneFound')}>
        <Link to={to('DeviceWarehouse')}>{t('warehouse:title')}</Link>
      </Empty>
    );
  return (
    <>
      {(total > max || !isWhole) && (
        <Partial>{t('warehouse:labels.partial', { shown: formatCount(loaded), total: formatCount(total) })}</Partial>
      )}
      <div
        className="wh-labels pl-paper"
        style={{ '--label-width': `${width}mm`, '--label-height': `${height}mm` } as CSSProperties}
      >
        {shown.map((device) => (
          <Label key={device.id} device={device} off={left.has(device.id)} onToggle={labels.toggle} />
        ))}
      </div>
    </>
  );
}

/** One label: the code, and the same in words for people. Ticked off, it is not printed. */
const Label = memo(
  function Label({ device, off, onToggle }: { device: Device; off: boolean; onToggle: (id: number) => void }) {
    const { t } = useTranslation();
    const { id, sncode, model, name } = device;
    const code = useMemo(
      () => pathOf(encodeQR(deviceLabel({ sncode, model }), 'raw', { ecc: 'medium', border: 1 })),
      [sncode, model],
    );
    return (
      <div className={`wh-one${off ? ' off' : ''}`}>
        <Checkbox aria-label={t('warehouse:labels.choose', { sncode })} checked={!off} onChange={() => onToggle(id)} />
        <article className="wh-label" aria-label={sncode}>
          <svg viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" aria-hidden="true">
            <path d={code.path} fill="currentColor" />
          </svg>
          <div>
            <b>{sncode}</b>
            <span>{model}</span>
            {name !== sncode && <span>{name}</span>}
          </div>
        </article>
      </div>
    );
  },
  (a, b) =>
    a.device.id === b.device.id && a.device.name === b.device.name && a.off === b.off && a.onToggle === b.onToggle,
);

/** The dark squares of a code as one path of unit squares. */
function pathOf(rows: readonly (readonly boolean[])[]): { size: number; path: string } {
  let path = '';
  for (const [y, row] of rows.entries()) for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  return { size: rows.length, path };
}
