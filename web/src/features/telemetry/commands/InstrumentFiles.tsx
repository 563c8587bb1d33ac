import { type Analysis, type Attachment, attachments } from '@plumbline/contract/telemetry/attachments';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useDeviceFiles } from './commands.queries.ts';

const kilobytes = (bytes: number) => formatCount(Math.ceil(bytes / 1000));

/** Logs and static files that an instrument has handed in: those under way, and what is in the whole ones. */
export function InstrumentFiles({ deviceId, zone }: { deviceId: number; zone: string | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const { logs, statics, underWay } = useDeviceFiles(deviceId);
  const { run: order } = useWrite(attachments.request);
  const [open, setOpen] = useState<number | null>(null);
  const allFiles = [...(logs.data?.attachments ?? []), ...(statics.data?.attachments ?? [])];
  const coming = underWay.data?.attachments ?? [];
  return (
    <section className="gw-part" data-part="files">
      <h3 className="pl-h3">{t('instruments:files')}</h3>
      <p className="pl-3 pl-sm">{t('instruments:filesAbout')}</p>
      {allowed(attachments.request) && (
        <div className="pl-row">
          {(['log', 'static'] as const).map((kind) => (
            <Button
              key={kind}
              size="small"
              onClick={() =>
                void order({ deviceId, kind }).then(() => toasts.done(t('instruments:asked')), toasts.failed)
              }
            >
              {t(`instruments:ask.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {logs.data === undefined && <SkeletonRows rows={2} />}
      {logs.data && statics.data && allFiles.length + coming.length === 0 && (
        <p className="pl-3 pl-sm">{t('instruments:filesNone')}</p>
      )}
      {coming.map((file) => (
        <div key={file.id} className="gw-wrap" data-state="underWay">
          {file.name} · {t('instruments:underWay', { received: kilobytes(file.received), size: kilobytes(file.size) })}
        </div>
      ))}
      {allFiles.map((file) => (
        <File
          key={file.id}
          deviceId={deviceId}
          file={file}
          zone={zone}
          isOpen={open === file.id}
          onOpen={() => setOpen(open === file.id ? null : file.id)}
        />
      ))}
    </section>
  );
}

function File({
  deviceId,
  file,
  zone,
  isOpen,
  onOpen,
}: {
  deviceId: number;
  file: Attachment;
  zone: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const { run: remove } = useWrite(attachments.remove);
  const [isRemoving, setRemoving] = useState(false);
  const one = { deviceId, attachmentId: file.id };
  return (
    <div className="gw-file">
      <div className="gw-wrap">
        <b>{file.name}</b>{' '}
        <span className="pl-3 pl-sm">
          {t(`instruments:fileKind.${file.kind}`)} · {kilobytes(file.size)} kB · {formatTime(file.completedAt, zone)}
        </span>
      </div>
      <div className="pl-row">
        <Button size="small" onClick={onOpen}>
          {t('instruments:looked')}
        </Button>
        <Button
          size="small"
          onClick={() =>
            void download(attachments.file, one).then(
              ({ blob, fileName }) => saveAs(blob, fileName ?? file.name),
              toasts.failed,
            )
          }
        >
          {t('instruments:save')}
        </Button>
        {allowed(attachments.remove) && (
          <Button size="small" onClick={() => setRemoving(true)}>
            {t('common:delete')}
          </Button>
        )}
      </div>
      {isOpen && <Analysed one={one} />}
      <ConfirmDestructive
        open={isRemoving}
        title={t('instruments:removeTitle', { name: file.name })}
        lost={t('instruments:removeLost')}
        action={t('common:delete')}
        onConfirm={async () => void (await remove(one))}
        onClose={() => setRemoving(false)}
      />
    </div>
  );
}

function Analysed({ one }: { one: { deviceId: number; attachmentId: number } }) {
  const { t } = useTranslation();
  const query = useRead(attachments.analysis, one);
  if (!query.data) return <SkeletonRows rows={3} />;
  const { analysis } = query.data;
  if (analysis.content === 'other') return <p className="pl-sm">{t('instruments:analysis.other')}</p>;
  return (
    <>
      <Facts facts={factsOf(analysis, t)} />
      {analysis.content === 'text' && analysis.samples.length > 0 && (
        <pre className="gw-samples">{analysis.samples.join('\n')}</pre>
      )}
    </>
  );
}

function factsOf(analysis: Exclude<Analysis, { content: 'other' }>, t: TFunction): (readonly [ReactNode, ReactNode])[] {
  const span = (from: string | null, to: string | null) => (from === null ? '–' : `${from} – ${to}`);
  if (analysis.content === 'text')
    return [
      [t('instruments:analysis.lines'), formatCount(analysis.lines)],
      [t('instruments:analysis.errors'), formatCount(analysis.errors)],
      [t('instruments:analysis.warnings'), formatCount(analysis.warnings)],
      [t('instruments:analysis.span'), span(analysis.firstAt, analysis.lastAt)],
    ];
  if (analysis.content === 'rinex')
    return [
      [t('instruments:analysis.version'), analysis.version],
      [t('instruments:analysis.marker'), analysis.marker],
      [t('instruments:analysis.interval'), analysis.intervalSeconds === null ? '–' : `${analysis.intervalSeconds} s`],
      [t('instruments:analysis.epochs'), formatCount(analysis.epochs)],
      [t('instruments:analysis.span'), span(analysis.firstAt, analysis.lastAt)],
    ];
  return [
    [t('instruments:analysis.frames'), formatCount(analysis.frames)],
    [t('instruments:analysis.passed'), formatCount(analysis.passed)],
    [
      t('instruments:analysis.types'),
      Object.entries(analysis.types)
        .map(([type, count]) => `${type} × ${count}`)
        .join(', '),
    ],
    [
      t('instruments:analysis.stations'),
      analysis.stations.map(({ id, x, y, z }) => `${id}: ${x} ${y} ${z}`).join('; ') || '–',
    ],
  ];
}
