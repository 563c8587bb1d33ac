import { DeleteOutlined } from '@ant-design/icons';
import { type Device, devices } from '@plumbline/contract/devices/devices';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { Worded } from '../../../kernel/failures.ts';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useWarnings } from './devices.queries.ts';

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
  const allowed = useAllowed();
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const query = useWarnings(device.id, page, pageSize);
  const may = allowed(devices.removeWarnings);
  const { remove, busy } = useRemove(device, () => {
    setPicked(new Set());
    setPage(1);
  });
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
              <RemoveBar
                warnings={warnings}
                here={here}
                busy={busy}
                onPick={setPicked}
                onRemove={() => void remove(here)}
              />
            )}
            <ul className="dv-warnings">
              {warnings.map((warning) => (
                <WarningLine
                  key={warning.id}
                  warning={warning}
                  zone={zone}
                  isPicked={picked.has(warning.id)}
                  onPick={may ? (isPicked) => setPicked(withOne(picked, warning.id, isPicked)) : null}
                />
              ))}
            </ul>
            <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />
          </div>
        );
      }}
    </Answer>
  );
}

type Warning = Reply<typeof devices.warnings>['warnings'][number];

/** Takes warnings off the list. */
function useRemove(device: Device, onRemoved: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: removeWarnings } = useWrite(devices.removeWarnings);
  const [busy, setBusy] = useState(false);
  const remove = async (ids: number[]): Promise<void> => {
    setBusy(true);
    try {
      const { code, removed } = await removeWarnings({ deviceId: device.id, ids });
      // Specification 8: a code other than 0 is a failure, whatever else was answered.
      if ((code as number) !== 0) throw new Worded(t('devices:warned.failed'));
      onRemoved();
      toasts.done(t('devices:warned.removed', { count: removed }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { remove, busy };
}

/** A choice with one more, or one less. */
function withOne(picked: ReadonlySet<number>, id: number, isPicked: boolean): ReadonlySet<number> {
  const next = new Set(picked);
  if (isPicked) next.add(id);
  else next.delete(id);
  return next;
}

/** Takes off the list what is picked of this page. `here` = those, by id. */
function RemoveBar({
  warnings,
  here,
  busy,
  onPick,
  onRemove,
}: {
  warnings: readonly Warning[];
  here: readonly number[];
  busy: boolean;
  onPick: (picked: ReadonlySet<number>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row dv-warning-bar">
      <Checkbox
        checked={here.length === warnings.length && here.length > 0}
        indeterminate={here.length > 0 && here.length < warnings.length}
        onChange={({ target }) => onPick(new Set(target.checked ? warnings.map(({ id }) => id) : []))}
      >
        {t('devices:warned.all', { count: warnings.length })}
      </Checkbox>
      <span className="pl-gap" />
      <Button size="small" icon={<DeleteOutlined />} disabled={here.length === 0} loading={busy} onClick={onRemove}>
        {t('devices:warned.remove', { count: here.length })}
      </Button>
    </div>
  );
}

/** `onPick` null = the reader may take nothing off. */
function WarningLine({
  warning: { kind, at, detail },
  zone,
  isPicked,
  onPick,
}: {
  warning: Warning;
  zone: string | undefined;
  isPicked: boolean;
  onPick: ((isPicked: boolean) => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <li className="dv-warning">
      {onPick && (
        <Checkbox
          checked={isPicked}
          aria-label={`${t(`devices:warning.${kind}`)} ${formatTime(at, zone)}`}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
      <div className="what">
        <div className="pl-row">
          <span className="pl-b pl-gap">{t(`devices:warning.${kind}`)}</span>
          <time className="pl-3 pl-sm pl-num" dateTime={at}>
            {formatTime(at, zone)}
          </time>
        </div>
        <div className="pl-2 pl-sm pl-wrap">{detailWords(detail)}</div>
      </div>
    </li>
  );
}
