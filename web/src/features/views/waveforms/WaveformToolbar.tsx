import { DeleteOutlined, FileTextOutlined } from '@ant-design/icons';
import { type Waveform, waveforms } from '@plumbline/contract/views/waveforms';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { ProcessingFields } from './ProcessingFields.tsx';
import type { ChangeWaveforms, WaveformState } from './waveform-state.ts';
import { saveSamples } from './waveforms.queries.ts';

/** Offers the processing of samples before they are shown, and what can be taken along. */
export function WaveformToolbar({
  event,
  state,
  onChange,
  chart,
  title,
  onDeleted,
}: {
  event: Waveform;
  state: WaveformState;
  onChange: ChangeWaveforms;
  chart: RefObject<ChartHandle | null>;
  /** Of the files. */
  title: string;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <Toolbar label={t('waveforms:toolbar')}>
      <ProcessingFields state={state} onChange={onChange} />
      <span className="pl-gap" />
      <ChartFiles chart={chart} title={title} />
      <IconButton
        icon={<FileTextOutlined />}
        label={t('waveforms:csv')}
        onClick={() => void saveSamples(event, state).catch((error: unknown) => toasts.failed(error))}
      />
      <DeleteEvent event={event} onDeleted={onDeleted} />
    </Toolbar>
  );
}

function DeleteEvent({ event, onDeleted }: { event: Waveform; onDeleted: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { project } = useProject();
  const [isOpen, setOpen] = useState(false);
  const { run: remove } = useWrite(waveforms.remove);
  if (!allowed(waveforms.remove) || project.archivedAt !== null) return null;
  return (
    <>
      <IconButton icon={<DeleteOutlined />} label={t('waveforms:delete')} onClick={() => setOpen(true)} />
      <ConfirmDestructive
        open={isOpen}
        title={t('waveforms:deleteTitle', { time: formatTime(event.startAt, project.timeZone) })}
        lost={t('waveforms:deleteLost', { samples: formatCount(event.samples * event.axes.length) })}
        action={t('waveforms:delete')}
        onConfirm={async () => {
          await remove({ pointId: event.pointId, waveformId: event.id }, { onDone: onDeleted });
          toasts.done(t('waveforms:deleted'));
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
