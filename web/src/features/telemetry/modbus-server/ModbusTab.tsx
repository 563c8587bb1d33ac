import './modbus-server.css';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { points } from '@plumbline/contract/points/points';
import { type ModbusMap, modbusServer } from '@plumbline/contract/telemetry/modbus-server';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { TagsInput } from '../../../design/form/inputs/TagsInput.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { type ModbusReply, useModbusServer } from './modbus-server.queries.ts';
import { ServedNow } from './ServedNow.tsx';
import { ServedRows } from './ServedRows.tsx';
import { type MapRow, type ServedField, servedFields } from './served-fields.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'map.enabled', label: 'modbusServer:enabled' },
  { type: 'SWITCH', prop: 'map.keepsStale', label: 'modbusServer:keepsStale', tips: 'modbusServer:keepsStaleTip' },
  { type: 'slot', prop: 'map.networks', label: 'modbusServer:networks', tips: 'modbusServer:networksTip', span: 2 },
  { type: 'slot', prop: 'map.rows', label: 'modbusServer:rows', tips: 'modbusServer:rowsTip', span: 2 },
];
const empty: ModbusMap = { enabled: false, networks: [], keepsStale: false, rows: [] };

/**
 * Edits the registers of a project for control systems (SCADA) reads of a project over Modbus TCP: where, by whom, and
 * by which registers.
 */
export function ModbusTab({ readOnly }: { readOnly: ReactNode }) {
  const { project } = useProject();
  const query = useModbusServer(project.id);
  const table = useRead(points.table, { projectId: project.id });
  const served = useMemo(() => servedFields(table.data?.rows ?? []), [table.data]);
  return (
    <div className="ms-tab">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {(reply) => (
          <Answer query={table} loading={<SkeletonRows rows={8} />}>
            {() => (
              <>
                <Where reply={reply} isClosed={Boolean(readOnly)} />
                <MapForm key={String(reply.map === null)} {...{ reply, served, readOnly }} />
                <ServedNow reply={reply} fields={served} />
              </>
            )}
          </Answer>
        )}
      </Answer>
    </div>
  );
}

function Where({ reply: { server, unit, map }, isClosed }: { reply: ModbusReply; isClosed: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(modbusServer.remove);
  const toasts = useToasts();
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <section className="ms-where">
      <p className="pl-2 ms-about">{t('modbusServer:about')}</p>
      {server === null && (
        <p className="pl-wrong" role="status">
          {t('modbusServer:portClosed')}
        </p>
      )}
      <Facts
        facts={[
          [t('modbusServer:server'), server ? `${server.host}:${server.port}` : missing],
          [t('modbusServer:unitAddress'), unit === null ? t('modbusServer:unitLater') : String(unit)],
        ]}
      />
      {map && !isClosed && <Button onClick={() => setIsRemoving(true)}>{t('modbusServer:remove')}</Button>}
      <ConfirmDestructive
        open={isRemoving}
        title={t('modbusServer:removeTitle')}
        lost={t('modbusServer:removeLost', { count: map?.rows.length ?? 0 })}
        action={t('modbusServer:remove')}
        onConfirm={async () => {
          await remove({ projectId: project.id });
          toasts.done(t('modbusServer:removed'));
        }}
        onClose={() => setIsRemoving(false)}
      />
    </section>
  );
}

function MapForm({
  reply,
  served,
  readOnly,
}: {
  reply: ModbusReply;
  served: readonly ServedField[];
  readOnly: ReactNode;
}) {
  const { project } = useProject();
  const { run: setMap } = useWrite(modbusServer.set);
  return (
    <FormTab
      schema={modbusServer.set.input}
      fixed={{ projectId: project.id }}
      record={reply.map}
      initial={{ map: reply.map ?? empty }}
      sections={[{ fields }]}
      slots={{
        'map.networks': TagsInput,
        'map.rows': ({ value, onChange, readOnly: closed }) => (
          <ServedRows
            rows={(value as MapRow[] | undefined) ?? []}
            fields={served}
            isReadOnly={closed}
            onChange={onChange}
          />
        ),
      }}
      readOnly={readOnly}
      onSave={async (input: never, precondition) => {
        await setMap(input, precondition);
      }}
    />
  );
}
