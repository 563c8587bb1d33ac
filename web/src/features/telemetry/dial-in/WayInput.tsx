import type { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { Input, InputNumber, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';

type Tcp = DialInSetup['tcp'];

/** Returns whether a modem dials in, or a logger is connected to, and where that is. */
export function WayInput({
  value: optionalValue,
  readOnly: isReadOnly,
  onChange,
  edges,
}: {
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
  /** Those that could connect to it. */
  edges: readonly { readonly id: number; readonly name: string }[];
}) {
  const { t } = useTranslation();
  const value = (optionalValue as Tcp | undefined) ?? null;
  return (
    <div className="di-way">
      <Radio.Group
        aria-label={t('dialIn:way')}
        disabled={isReadOnly}
        value={value === null ? 'dialIn' : 'tcp'}
        options={(['dialIn', 'tcp'] as const).map((way) => ({ value: way, label: t(`dialIn:ways.${way}`) }))}
        onChange={({ target }) => onChange(target.value === 'tcp' ? { host: '', port: 502, edge: null } : null)}
      />
      {value !== null && (
        <div className="pl-row">
          <Input
            aria-label={t('dialIn:host')}
            placeholder={t('dialIn:host')}
            disabled={isReadOnly}
            value={value.host}
            onChange={({ target }) => onChange({ ...value, host: target.value })}
          />
          <InputNumber
            aria-label={t('dialIn:port')}
            min={1}
            max={65_535}
            precision={0}
            disabled={isReadOnly}
            value={value.port}
            onChange={(port) => onChange({ ...value, port })}
          />
        </div>
      )}
      {value !== null && (edges.length > 0 || value.edge !== null) && (
        <FromInput {...{ value, edges, isReadOnly }} onChange={(edge) => onChange({ ...value, edge })} />
      )}
    </div>
  );
}

/** Who connects to it: this installation, or an edge at its site. */
function FromInput({
  value,
  edges,
  isReadOnly,
  onChange,
}: {
  value: NonNullable<Tcp>;
  edges: readonly { readonly id: number; readonly name: string }[];
  isReadOnly: boolean;
  onChange: (edge: number | null) => void;
}) {
  const { t } = useTranslation();
  const isOther = value.edge !== null && !edges.some(({ id }) => id === value.edge);
  return (
    <div className="pl-row">
      <span>{t('dialIn:from')}</span>
      <Select
        className="di-from"
        aria-label={t('dialIn:from')}
        disabled={isReadOnly}
        value={value.edge ?? 0}
        options={[
          { value: 0, label: t('dialIn:fromCentre') },
          ...edges.map(({ id, name }) => ({ value: id, label: t('dialIn:fromEdge', { name }) })),
          // Whoever only reads is not told the names of edges.
          ...(isOther ? [{ value: value.edge, label: isReadOnly ? t('feeds:kinds.edge') : t('dialIn:fromGone') }] : []),
        ]}
        onChange={(edge) => onChange(edge === 0 ? null : edge)}
      />
    </div>
  );
}
