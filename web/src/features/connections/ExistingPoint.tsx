import { bindings } from '@plumbline/contract/bindings';
import type { Device } from '@plumbline/contract/devices';
import { type SensorMode, sensorModes } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, Partial, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

/** A point of the project that no device feeds yet; those of the channel's own sensor mode first. */
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
  const [picked, setPicked] = useState<number | null>(null);
  const query = useRead(points.list, { projectId, pageSize: 2000 });
  const free = (query.data?.measuringPoints ?? [])
    .filter((point) => point.deviceGroup === null && point.archivedAt === null)
    .sort((a, b) => Number(b.mode === channel.mode) - Number(a.mode === channel.mode) || a.name.localeCompare(b.name));
  const chosen = free.find(({ id }) => id === picked);
  const { bind, busy, refused } = useBind(device, channel, onClose);
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={2} />}
      isEmpty={() => free.length === 0}
      empty={<Empty title={t('connections:bind.noneFree')} why={t('connections:bind.noneFreeWhy')} />}
    >
      {() => (
        <Form layout="vertical" className="pl-form" onFinish={() => chosen && void bind(chosen)}>
          <Form.Item
            label={t('connections:bind.freePoint')}
            extra={chosen && chosen.mode !== channel.mode ? t('connections:bind.otherMode') : undefined}
          >
            <Select
              aria-label={t('connections:bind.freePoint')}
              showSearch={{ optionFilterProp: 'label' }}
              value={picked}
              placeholder={t('connections:bind.choosePoint')}
              options={free.map((point) => ({
                value: point.id,
                label: `${point.name} · ${t(`families:family.${point.family}`)}, ${t(`families:mode.${sensorModes[point.mode as SensorMode]}`)}`,
              }))}
              onChange={setPicked}
            />
          </Form.Item>
          {refused !== null && <Partial>{wordsOf(refused, t).words}</Partial>}
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy} disabled={!chosen}>
              {t('connections:bind.go')}
            </Button>
          </div>
        </Form>
      )}
    </Answer>
  );
}

/** Binds a point to the channel. */
function useBind(device: Device, channel: Device['channels'][number], onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: bindPoint } = useWrite(bindings.bind);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const bind = async (point: { readonly id: number; readonly name: string }): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await bindPoint({ pointId: point.id, measuringDeviceId: device.id, channel: channel.number });
      toasts.done(t('connections:bind.done', { channel: channel.number, point: point.name }));
      onDone();
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  return { bind, busy, refused };
}
