import type { Device } from '@plumbline/contract/devices/devices';
import { bindings } from '@plumbline/contract/points/bindings';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { Form, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SendFoot } from '../../design/SchemaDialog.tsx';
import { Answer, Empty, Partial, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useRead } from '../../kernel/reads.ts';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';

/** Returns the points that take a device and have none; those of the channel's own sensor mode first. */
export const freePoints = (rows: readonly PointRow[], mode: number): PointRow[] =>
  rows
    .filter(({ type, deviceId, archived }) => type === 0 && deviceId === null && !archived)
    .sort((a, b) => Number(b.mode === mode) - Number(a.mode === mode) || a.name.localeCompare(b.name));

/** Binds the channel to a point of the project that no device feeds yet, however many the project has. */
export function ExistingPoint({
  device,
  channel,
  projectId,
  onClose,
}: {
  device: Device;
  channel: Device['channels'][number];
  projectId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(points.rows, { projectId });
  const free = useMemo(() => freePoints(query.data?.rows ?? [], channel.mode), [query.data, channel.mode]);
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = free.find(({ id }) => id === picked);
  const binding = useWrite(bindings.bind, {
    onSuccess: () => {
      toasts.done(t('connections:bind.done', { channel: channel.number, point: chosen?.name ?? '' }));
      onClose();
    },
  });
  const bind = (): void => {
    if (chosen) binding.mutate({ pointId: chosen.id, measuringDeviceId: device.id, channel: channel.number });
  };
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={2} />}
      isEmpty={() => free.length === 0}
      empty={<Empty title={t('connections:bind.noneFree')} why={t('connections:bind.noneFreeWhy')} />}
    >
      {() => (
        <Form layout="vertical" className="pl-form" onFinish={bind}>
          <Form.Item
            label={t('connections:bind.freePoint')}
            extra={chosen && chosen.mode !== channel.mode ? t('connections:bind.otherMode') : undefined}
          >
            <PointChoice points={free} value={picked} onChange={setPicked} />
          </Form.Item>
          {binding.error && <Partial>{wordsOf(binding.error, t).words}</Partial>}
          <SendFoot word={t('connections:bind.go')} busy={binding.isPending} disabled={!chosen} onCancel={onClose} />
        </Form>
      )}
    </Answer>
  );
}

function PointChoice({
  points: free,
  value,
  onChange,
}: {
  points: readonly PointRow[];
  value: number | null;
  onChange: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('connections:bind.freePoint')}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      placeholder={t('connections:bind.choosePoint')}
      options={free.map(({ id, name, family, mode }) => ({
        value: id,
        label: `${name} · ${t(wordKey(`families:family.${family}`))}, ${t(`families:mode.${sensorModes[mode as SensorMode]}`)}`,
      }))}
      onChange={onChange}
    />
  );
}
