import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import type { MasterConfig } from '@plumbline/contract/points/points.point';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';

const lineKeys = ['fromEast', 'fromNorth', 'toEast', 'toNorth'] as const;
const newLine = { fromEast: 0, fromNorth: 0, toEast: 0, toNorth: 1 };

interface ChordsInputProps {
  readonly value: MasterConfig;
  readonly slaves: readonly number[];
  readonly rows: readonly PointRow[] | undefined;
  readonly closed: boolean;
  readonly onChange: (value: MasterConfig) => void;
}

/** Between which prisms of a section it is measured, and from which line offsets count. */
export function ChordsInput(props: ChordsInputProps) {
  const { t } = useTranslation();
  const { value, closed, onChange } = props;
  return (
    <div className="pt-chords">
      <Checkbox
        disabled={closed}
        checked={value.chords === null}
        onChange={({ target }) => onChange({ ...value, chords: target.checked ? null : [] })}
      >
        {t('points:master.usualChords')}
      </Checkbox>
      {value.chords && <Chords {...props} chords={value.chords} />}
      <Checkbox
        disabled={closed}
        checked={value.referenceLine === null}
        onChange={({ target }) => onChange({ ...value, referenceLine: target.checked ? null : newLine })}
      >
        {t('points:master.usualLine')}
      </Checkbox>
      <LineFields {...props} />
    </div>
  );
}

function Chords({
  chords,
  value,
  slaves,
  rows,
  closed,
  onChange,
}: ChordsInputProps & { readonly chords: NonNullable<MasterConfig['chords']> }) {
  const { t } = useTranslation();
  const put = (next: MasterConfig['chords']): void => onChange({ ...value, chords: next });
  const options = slaves.map((id) => ({ value: id, label: rows?.find((row) => row.id === id)?.name ?? String(id) }));
  const [first, second] = slaves;
  return (
    <>
      {chords.map((chord, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chords are known by their place
        <div key={i} className="pl-row tight">
          {(['from', 'to'] as const).map((end) => (
            <Select
              key={end}
              aria-label={t(`points:master.${end}`)}
              disabled={closed}
              value={chord[end]}
              options={options}
              onChange={(id) => put(chords.with(i, { ...chord, [end]: id }))}
            />
          ))}
          {!closed && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('common:delete')}
              onClick={() => put(chords.filter((_, other) => other !== i))}
            />
          )}
        </div>
      ))}
      {!closed && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={first === undefined || second === undefined}
          onClick={() => first !== undefined && second !== undefined && put([...chords, { from: first, to: second }])}
        >
          {t('points:master.addChord')}
        </Button>
      )}
    </>
  );
}

function LineFields({ value, closed, onChange }: ChordsInputProps) {
  const { t } = useTranslation();
  const { referenceLine } = value;
  if (!referenceLine) return null;
  return (
    <div className="pl-row tight">
      {lineKeys.map((key) => (
        <InputNumber
          key={key}
          aria-label={t(`points:master.${key}`)}
          title={t(`points:master.${key}`)}
          controls={false}
          readOnly={closed}
          suffix="m"
          value={referenceLine[key]}
          onChange={(metres) => onChange({ ...value, referenceLine: { ...referenceLine, [key]: metres ?? 0 } })}
        />
      ))}
    </div>
  );
}
