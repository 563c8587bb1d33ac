import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { commands } from '@plumbline/contract/telemetry/commands';
import { baudRates, type Instrument, parities } from '@plumbline/contract/telemetry/commands.settings';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

type Port = NonNullable<Instrument['ports']['value']>[number];
const plain = (values: readonly number[]) => values.map((value) => ({ value, label: String(value) }));

const portFields: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'baudRate', label: 'instruments:baudRate', options: plain(baudRates) },
  { type: 'SELECT', prop: 'dataBits', label: 'instruments:dataBits', options: plain([7, 8]) },
  {
    type: 'SELECT',
    prop: 'parity',
    label: 'instruments:parity',
    options: parities.map((value) => ({ value, label: `instruments:parities.${value}` })),
  },
  { type: 'SELECT', prop: 'stopBits', label: 'instruments:stopBits', options: plain([1, 2]) },
];

/** How a serial port of an instrument is set. */
export function PortDialog({ deviceId, value, onClose }: { deviceId: number; value: Port; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(commands.setPort);
  const { port, ...initial } = value;
  return (
    <FormDialog
      title={t('instruments:port', { port })}
      schema={commands.setPort.input}
      fixed={{ deviceId, port }}
      initial={initial}
      fields={portFields}
      saveLabel={t('instruments:send')}
      onSave={async (input: never) => {
        await run(input);
        toasts.done(t('instruments:asked'));
      }}
      onClose={onClose}
    />
  );
}

const serverFields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'host', label: 'instruments:host', span: 2 },
  { type: 'NUMBER', prop: 'port', label: 'instruments:serverPort' },
  { type: 'SWITCH', prop: 'tls', label: 'instruments:tls' },
];

/** To which server an instrument delivers. */
export function ServerDialog({
  deviceId,
  value,
  onClose,
}: {
  deviceId: number;
  value: Instrument['server']['value'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(commands.setServer);
  return (
    <FormDialog
      title={t('instruments:setServer')}
      schema={commands.setServer.input}
      fixed={{ deviceId }}
      initial={value ?? { host: '', port: 1883, tls: false }}
      fields={serverFields}
      saveLabel={t('instruments:send')}
      danger
      onSave={async (input: never) => {
        await run(input);
        toasts.done(t('instruments:asked'));
      }}
      onClose={onClose}
    >
      <p className="pl-sm">{t('instruments:serverLost')}</p>
    </FormDialog>
  );
}

const historyFields: readonly FieldDefinition[] = [
  { type: 'DATE', prop: 'from', label: 'instruments:from', span: 2 },
  { type: 'DATE', prop: 'to', label: 'instruments:to', span: 2 },
];

/** Asks an instrument to send readings that it still has. */
export function HistoryDialog({ deviceId, onClose }: { deviceId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(commands.fetchHistory);
  return (
    <FormDialog
      title={t('instruments:fetch')}
      schema={commands.fetchHistory.input}
      fixed={{ deviceId }}
      initial={{ from: new Date(Date.now() - 7 * 86_400_000).toISOString(), to: new Date().toISOString() }}
      fields={historyFields}
      saveLabel={t('instruments:send')}
      onSave={async (input: never) => {
        await run(input);
        toasts.done(t('instruments:asked'));
      }}
      onClose={onClose}
    />
  );
}
