import { DeleteOutlined, DownloadOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { frames } from '@plumbline/contract/devices/frames';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { FrameTarget, Recording } from './frames.queries.ts';

const durations = [10, 60, 1440] as const;

/** Begins and ends a recording, holds the list still, hands it out as a file. */
export function Recorder({
  target,
  recording,
  isEmpty,
  isPaused,
  onPause,
  onChanged,
}: {
  target: FrameTarget;
  recording: Recording;
  isEmpty: boolean;
  isPaused: boolean;
  onPause: () => void;
  onChanged: (isEmptied: boolean) => void;
}) {
  const { t } = useTranslation();
  const { mayRecord, isBusy, record, stop, clear, save } = useActs(target, onChanged);
  const isRunning = recording?.isRunning === true;
  return (
    <div className="pl-row fr-recorder">
      {mayRecord && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: durations.map((minutes) => ({ key: minutes, label: t(`frames:for.${minutes}`) })),
            onClick: ({ key }) => void record(Number(key)),
          }}
        >
          <Button type={isRunning ? 'default' : 'primary'} icon={<PlayCircleOutlined />} loading={isBusy}>
            {t(isRunning ? 'frames:longer' : 'frames:record')}
          </Button>
        </Dropdown>
      )}
      {mayRecord && isRunning && <Button onClick={() => void stop()}>{t('frames:stop')}</Button>}
      <Button icon={<PauseOutlined />} aria-pressed={isPaused} disabled={isEmpty} onClick={onPause}>
        {t(isPaused ? 'frames:goOn' : 'frames:pause')}
      </Button>
      <Button icon={<DownloadOutlined />} disabled={isEmpty} onClick={() => void save()}>
        {t('frames:export')}
      </Button>
      {mayRecord && (
        <Button icon={<DeleteOutlined />} disabled={isEmpty} onClick={() => void clear()}>
          {t('frames:clear')}
        </Button>
      )}
      <span className="pl-sm pl-3 fr-until" role="status">
        {recording &&
          t(isRunning ? 'frames:until' : 'frames:ended', { at: formatTime(recording.until), name: recording.byName })}
      </span>
    </div>
  );
}

function useActs(target: FrameTarget, onChanged: (isEmptied: boolean) => void) {
  const toasts = useToasts();
  const allowed = useAllowed();
  const [isBusy, setIsBusy] = useState(false);
  const { run: recordDevice } = useWrite(frames.recordDevice);
  const { run: recordFeed } = useWrite(frames.recordFeed);
  const { run: stopDevice } = useWrite(frames.stopDevice);
  const { run: stopFeed } = useWrite(frames.stopFeed);
  const { run: clearDevice } = useWrite(frames.clearDevice);
  const { run: clearFeed } = useWrite(frames.clearFeed);
  const isDevice = 'deviceId' in target;
  const doing = async (act: () => Promise<unknown>, isEmptied = false): Promise<void> => {
    setIsBusy(true);
    try {
      await act();
      onChanged(isEmptied);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    mayRecord: allowed(isDevice ? frames.recordDevice : frames.recordFeed),
    isBusy,
    record: (minutes: number) =>
      doing(() => (isDevice ? recordDevice({ ...target, minutes }) : recordFeed({ ...target, minutes }))),
    stop: () => doing(() => (isDevice ? stopDevice(target) : stopFeed(target))),
    clear: () => doing(() => (isDevice ? clearDevice(target) : clearFeed(target)), true),
    save: async (): Promise<void> => {
      try {
        const { blob, fileName } = await (isDevice
          ? download(frames.exportDevice, target)
          : download(frames.exportFeed, target));
        saveAs(blob, fileName ?? 'frames.json');
      } catch (error) {
        toasts.failed(error);
      }
    },
  };
}
