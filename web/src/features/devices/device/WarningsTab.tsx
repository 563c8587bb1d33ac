import { DeleteOutlined } from '@ant-design/icons';
import { type Device, devices } from '@plumbline/contract/devices';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useWarnings } from '../devices.queries.ts';

const pageSize = 50;

/** What a warning carries besides its kind, in one line: numbers and words as they were told. */
const detailWords = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${typeof value === 'number' ? formatNumber(value) : String(value)}`)
    .join(' · ');

/** The Warnings list of a device, newest first. What has been seen to is taken off. */
export function WarningsTab({ device, zone }: { device: Device; zone: string | undefined }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeWarnings } = useWrite(devices.removeWarnings);
  const allowed = useAllowed();
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const query = useWarnings(device.id, page, pageSize);
  const may = allowed(devices.removeWarnings);
  const remove = async (ids: number[]): Promise<void> => {
    setBusy(true);
    try {
      const { code, removed } = await removeWarnings({ deviceId: device.id, ids });
      // Specification 8: a code other than 0 is a failure, whatever else was answered.
      if ((code as number) !== 0) throw new Worded(t('devices:warned.failed'));
      setPicked(new Set());
      setPage(1);
      toasts.done(t('devices:warned.removed', { count: removed }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={6} />}
      isEmpty={({ total }) => total === 0}
      empty={<Empty title={t('devices:warned.none')} why={t('devices:warned.noneWhy')} />}
    >
      {({ warnings, total }) => {
        const here = warnings.filter(({ id }) => picked.has(id)).map(({ id }) => id);
        return (
          <div className="dv-section">
            {may && (
              <div className="pl-row dv-warning-bar">
                <Checkbox
                  checked={here.length === warnings.length && here.length > 0}
                  indeterminate={here.length > 0 && here.length < warnings.length}
                  onChange={({ target }) => setPicked(new Set(target.checked ? warnings.map(({ id }) => id) : []))}
                >
                  {t('devices:warned.all', { count: warnings.length })}
                </Checkbox>
                <span className="pl-gap" />
                <Button
                  size="small"
                  icon={<DeleteOutlined />}
                  disabled={here.length === 0}
                  loading={busy}
                  onClick={() => void remove(here)}
                >
                  {t('devices:warned.remove', { count: here.length })}
                </Button>
              </div>
            )}
            <ul className="dv-warnings">
              {warnings.map(({ id, kind, at, detail }) => (
                <li key={id} className="dv-warning">
                  {may && (
                    <Checkbox
                      checked={picked.has(id)}
                      aria-label={`${t(`devices:warning.${kind}`)} ${formatTime(at, zone)}`}
                      onChange={({ target }) => {
                        const next = new Set(picked);
                        if (target.checked) next.add(id);
                        else next.delete(id);
                        setPicked(next);
                      }}
                    />
                  )}
                  <div className="what">
                    <div className="pl-row">
                      <span className="pl-b pl-gap">{t(`devices:warning.${kind}`)}</span>
                      <time className="pl-3 pl-sm pl-num" dateTime={at}>
                        {formatTime(at, zone)}
                      </time>
                    </div>
                    <div className="pl-2 pl-sm dv-wrap">{detailWords(detail)}</div>
                  </div>
                </li>
              ))}
            </ul>
            <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />
          </div>
        );
      }}
    </Answer>
  );
}
