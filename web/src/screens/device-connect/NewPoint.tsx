import type { Device } from '@plumbline/contract/devices/devices';
import { bindings } from '@plumbline/contract/points/bindings';
import { type Family, type FamilyCode, families, familyCodes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { structures } from '@plumbline/contract/site/structures';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { SendFoot } from '../../design/SchemaDialog.tsx';
import { SchemaForm } from '../../design/SchemaForm.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { PointFields } from '../../features/points/points/points.parts.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

const suits = (family: FamilyCode, mode: number): boolean =>
  (families[family] as Family).modes.some((each) => each === mode);

/** The family that a device measures, or else the first that the channel's sensor mode can feed. */
const familyFor = ({ measurement }: Device, mode: number): FamilyCode | undefined =>
  measurement && suits(measurement, mode) ? measurement : familyCodes.find((code) => suits(code, mode));

/** Makes a point and binds the channel to it. */
function useMakeAndBind(device: Device, channel: Device['channels'][number], onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: bindPoint } = useWrite(bindings.bind);
  const { run: createPoint } = useWrite(points.create);
  /** Made, but not bound because something failed between: the next try binds it and makes no second one. */
  const created = useRef<{ id: number; serialized: string } | null>(null);
  return async (input: never): Promise<void> => {
    const serialized = JSON.stringify(input);
    if (created.current?.serialized !== serialized) {
      const { measuringPoint } = await createPoint(input);
      created.current = { id: measuringPoint.id, serialized };
    }
    await bindPoint({ pointId: created.current.id, measuringDeviceId: device.id, channel: channel.number });
    toasts.done(t('connections:bind.done', { channel: channel.number, point: (input as { name: string }).name }));
    onDone();
  };
}

/** Makes a point of a family that the channel's sensor mode can feed, and binds it. */
export function NewPoint({
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
  const places = useRead(structures.list, { projectId });
  const save = useMakeAndBind(device, channel, onClose);
  const family = familyFor(device, channel.mode);
  return (
    <Answer
      query={places}
      loading={<SkeletonRows rows={4} />}
      isEmpty={(data) => data.structures.length === 0}
      empty={
        <Empty title={t('connections:bind.noStructure')} why={t('connections:bind.noStructureWhy')}>
          <Link to={to('ProjectScreen', { projectId })}>{t('connections:bind.openProject')}</Link>
        </Empty>
      }
    >
      {({ structures }) => (
        <SchemaForm
          schema={points.create.input}
          fixed={{ projectId }}
          initial={{
            family,
            mode: channel.mode,
            nodeCount: family && (families[family] as Family).nodeFields ? 8 : 0,
            name: channel.label || undefined,
            structureId: structures.length === 1 ? structures[0]?.id : undefined,
            intervalSeconds: 3_600,
          }}
          errorField={{ nameTaken: 'name', formulaIllegal: 'customFormula' }}
          onSubmit={save}
          foot={(busy) => <SendFoot word={t('connections:bind.make')} busy={busy} onCancel={onClose} />}
        >
          <PointFields projectId={projectId} fedBy={channel.mode} />
        </SchemaForm>
      )}
    </Answer>
  );
}
